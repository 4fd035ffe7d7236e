"""Cards in a video: the camera's motion, frames averaged for what one does not tell, and cards tracked over time.

May import ``read``, ``picture``, ``code_text_meaning`` and ``sighting``.
"""
