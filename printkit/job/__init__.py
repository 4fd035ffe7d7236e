"""A print job: what is asked for, the plan of its pages, the whole kit, the PDF, and other exports of the same cards.

May import all of printkit but ``check``.
"""
