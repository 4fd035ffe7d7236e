"""The print shop of a running companion: the queue of jobs, what was printed before, and profiles of printers.

Lays out and draws nothing itself: that is ``printkit``. Imports ``storage.data_folder``, ``errors`` and ``printkit``.
"""
