"""What browsers see: the pages (``pages.register``) and the JSON beside them (``api``)."""
