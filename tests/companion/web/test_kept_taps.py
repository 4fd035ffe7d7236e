"""What a phone keeps on its disk until it is answered: one copy of each tap, however slow the disk is."""

from __future__ import annotations

from pathlib import Path

import pytest
from browser_phones import Phone, browser, companion, needs_chromium

pytestmark = [pytest.mark.browser, needs_chromium]

SLOW_DISK = """async () => {
  const { keep, taps } = await import('/static/kept_taps.js');
  const open = indexedDB.open.bind(indexedDB);
  // The first write reaches the disk after the page has given it up.
  let first = true;
  indexedDB.open = (...asked) => {
    if (!first) return open(...asked);
    first = false;
    const later = { result: null };
    setTimeout(() => {
      const real = open(...asked);
      real.onupgradeneeded = () => { later.result = real.result; later.onupgradeneeded(); };
      real.onsuccess = () => { later.result = real.result; later.onsuccess(); };
    }, 2600);
    return later;
  };
  const tap = { to: '/t/AAAAAA/adjust', body: 'id=1&by=1', label: '+1' };
  const slow = keep(tap);
  tap.body = 'id=1&by=2';
  await slow;
  await keep(tap);
  await new Promise((done) => setTimeout(done, 1500));
  const again = await import('/static/kept_taps.js?another=page');
  return (await again.taps()).map(({ body }) => body);
}"""


def test_a_write_that_comes_late_leaves_no_older_copy_of_a_number(tmp_path: Path) -> None:
    with companion(tmp_path) as url, browser() as started:
        phone = Phone.new(started, url)
        phone.page.goto(url)
        assert phone.page.evaluate(SLOW_DISK) == ["id=1&by=2"]
