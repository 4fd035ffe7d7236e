"""What people send and name: tables of cards, workbooks, the pictures beside them, and files of any name.

May import ``rules`` alone.
"""
