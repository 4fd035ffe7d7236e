"""What browsers see: one module a page or group of pages, put on the application by ``pages.register``; ``api`` beside.

Imports everything a request may need except ``app`` and ``server``. Templates lie in ``templates/web``.
"""
