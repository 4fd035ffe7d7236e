"""Printers measured in photos of the two-sided calibration sheet that ``printkit.sheet.calibration_sheet`` draws.

May import ``picture`` and ``templates``; it has nothing to do with codes.
"""
