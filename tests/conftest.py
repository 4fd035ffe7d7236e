"""What every test shares: no skips where the machine was set up for everything, no test that asserts a time."""

from __future__ import annotations

import os

import pytest
from browser_watchdog import watch_closing
from hypothesis import HealthCheck, settings
from slow_phone import slow_phones

NO_SKIPS = "TABLEWRIGHT_NO_SKIPS"

# A busy machine is not a fault of the code: examples may take as long as they need, and so may drawing them.
settings.register_profile("tablewright", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("tablewright")

# Tests neither fill nor read the cache of whoever runs them; those about it name a folder of their own.
os.environ.setdefault("TABLEWRIGHT_CACHE", "")

slow_phones()
watch_closing()


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]):
    """A skip is a failure where ``.ci/run`` has installed everything a test could want."""
    outcome = yield
    report = outcome.get_result()
    if os.environ.get(NO_SKIPS) and report.skipped and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"skipped where nothing may be skipped: {report.longrepr}"
