"""The JSON API: each operation declared once, how a body is read, what is answered, and the description as OpenAPI.

Imports ``web.request`` and ``web.cookies`` of the pages beside it, and no page.
"""
