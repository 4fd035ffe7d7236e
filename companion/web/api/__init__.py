"""The JSON API: its routes, how a body is read, what is answered, and its description as OpenAPI.

Imports ``web.request`` and ``web.cookies`` of the pages beside it, and no page.
"""
