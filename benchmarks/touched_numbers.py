"""How soon a touched number of the board shows its new value on the phone, and whether ten quick touches are one entry.

    python benchmarks/touched_numbers.py [--game G ...] [--touches 20] [--quick]

A real server, a table of each game in its third turn, and a Chromium of phone size. Numbers that can be touched get one
touch each, in turn. ``shown_ms`` is the time from the touch, as the browser stamps it, to the frame in which the new
value is drawn; ``script_ms`` what the page's scripts take of it, which does not hang on how busy the computer is. The
server's answer is held back all the while. Then a number gets ten touches, one right after the other: ``entries`` is
how many the log has more, ``off`` by how much the table's number is wrong.

Prints a table, and one JSON line last: ``games.<id>`` with the medians and maxima.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Sequence
from statistics import median
from typing import Any

from playwright.sync_api import sync_playwright
from server_process import free_port, start
from taps import HABITS, Phone, chromium_path, phones_at, recorded

TURNS = 3
QUICK_TOUCHES = 10
HALVES = (".more-of", ".less")
NUMBERS = """() => [...document.querySelectorAll('#main form.number')].filter((form) => {
  const at = form.querySelector('.more-of').getBoundingClientRect();
  const top = document.elementFromPoint(at.x + at.width / 2, at.y + at.height / 2);
  return top?.closest('.more-of')?.form === form && Number(form.dataset.number) + 1 < Number(form.dataset.high);
}).map((form) => ({spot: form.dataset.spot, now: Number(form.dataset.number), high: Number(form.dataset.high)}))"""
WATCHED = """([spot, half]) => {
  const form = document.querySelector(`#main form.number[data-spot="${spot}"]`);
  window.shown = new Promise((done) => {
    let began = 0;
    addEventListener('click', () => { began = performance.now(); }, {capture: true, once: true});
    let touched = 0;
    addEventListener('pointerup', (event) => { touched = event.timeStamp; }, {capture: true, once: true});
    const seen = new MutationObserver(() => {
      if (!began) return;
      seen.disconnect();
      const changed = performance.now();
      requestAnimationFrame(() => setTimeout(() => done([performance.now() - touched, changed - began])));
    });
    seen.observe(form, {attributes: true, attributeFilter: ['data-change'], childList: true, characterData: true,
      subtree: true});
  });
  const box = form.querySelector(half).getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}"""
OF_THE_TABLE = """([spot]) => Number(document.querySelector(`#main form.number[data-spot="${spot}"]`).dataset.number)"""


def one_touch(phone: Phone, spot: str, half: str) -> tuple[float, float]:
    """Milliseconds from the touch to the drawn value, and of them those of scripts."""
    x, y = phone.page.evaluate(WATCHED, [spot, half])
    phone.page.touchscreen.tap(x, y)
    shown, script = phone.page.evaluate("window.shown")
    return shown, script


def single_touches(phone: Phone, count: int) -> list[tuple[float, float]]:
    """So many touches, over the numbers in turn, while no answer comes."""
    phone.page.route("**/number", lambda route: None)
    spots = [one["spot"] for one in phone.page.evaluate(NUMBERS)]
    # One more, then one less again, so that no number comes to its end.
    found = [one_touch(phone, spots[at // 2 % len(spots)], HALVES[at % 2]) for at in range(count)]
    phone.page.unroute_all()
    return found


def quick_touches(phone: Phone) -> tuple[int, int]:
    """How many entries ten quick touches made, and by how much the number of the table is wrong."""
    one = max(phone.page.evaluate(NUMBERS), key=lambda number: number["high"] - number["now"])
    touches = min(QUICK_TOUCHES, one["high"] - one["now"])
    before = phone.rev()
    x, y = phone.page.evaluate(WATCHED, [one["spot"], HALVES[0]])
    for _ in range(touches):
        phone.page.touchscreen.tap(x, y)
    phone.at(before + 1, least=True)
    phone.page.wait_for_function("() => document.body.dataset.out === '0' && document.body.dataset.queued === '0'")
    return phone.rev() - before, phone.page.evaluate(OF_THE_TABLE, [one["spot"]]) - one["now"] - touches


def figures(times: Sequence[tuple[float, float]], entries: int, off: int) -> dict[str, Any]:
    """What is printed of a game."""
    shown, script = zip(*times, strict=True)
    return {
        "touches": len(times),
        "shown_ms": round(median(shown), 1),
        "shown_ms_most": round(max(shown), 1),
        "script_ms": round(median(script), 1),
        "script_ms_most": round(max(script), 1),
        "entries": entries,
        "off": off,
    }


def main() -> None:
    """Touch the numbers of every game's board."""
    read = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    read.add_argument("--game", action="append", choices=list(HABITS))
    read.add_argument("--touches", type=int, default=20)
    read.add_argument("--quick", action="store_true", help="one game, three touches")
    asked = read.parse_args()
    rows: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as engine:
        port = free_port()
        server = start(folder, port)
        browser = engine.chromium.launch(executable_path=chromium_path(), args=["--no-sandbox", "--disable-gpu"])
        try:
            for game in asked.game or (list(HABITS)[:1] if asked.quick else HABITS):
                for phones, send in phones_at(browser, f"http://127.0.0.1:{port}", game):
                    for step in (steps := recorded(game, TURNS, 1)):
                        send(step)
                    phones[0].at(steps[-1].rev, least=True)
                    if not phones[0].page.evaluate(NUMBERS):
                        continue
                    entries, off = quick_touches(phones[0])
                    rows[game] = figures(single_touches(phones[0], 3 if asked.quick else asked.touches), entries, off)
                print(f"{game:12} {json.dumps(rows.get(game, 'no number can be touched here'))}", flush=True)
        finally:
            browser.close()
            server.terminate()
    print(json.dumps({"games": rows}))


if __name__ == "__main__":
    main()
