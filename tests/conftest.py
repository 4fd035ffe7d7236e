"""What every test shares: no network names, no skips where the machine was set up for everything."""

from __future__ import annotations

import os

import pytest

NO_SKIPS = "TABLEWRIGHT_NO_SKIPS"


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]):
    """A skip is a failure where ``.ci/run`` has installed everything a test could want."""
    outcome = yield
    report = outcome.get_result()
    if os.environ.get(NO_SKIPS) and report.skipped and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"skipped where nothing may be skipped: {report.longrepr}"
