"""One module a command: ``HELP``, ``EXAMPLE``, ``add(parser)`` and ``run(args) -> exit status``.

The module's name is the command's, with ``_`` appended where Python has taken the word (``print_``).
"""
