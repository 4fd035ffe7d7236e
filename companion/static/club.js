// The pages of a club night: asked every few seconds whether something changed, and then put right in place; the clock.
import { morph } from "./morph.js";
import { _ } from "./words.js";

const EVERY_MS = 4000, SLOWEST_MS = 30000;
let known = "", pause = EVERY_MS, timer = 0;

export function club() {
  const clock = document.querySelector("[data-until]");
  if (clock) clock.from = performance.now();
  tick();
  setInterval(tick, 5000);
  document.addEventListener("visibilitychange", () => later(0));
  ask();
}

function later(ms) {
  clearTimeout(timer);
  timer = setTimeout(ask, ms);
}

async function ask() {
  if (document.hidden) return;
  try {
    const answer = await fetch(document.body.dataset.club, { cache: "no-store", signal: AbortSignal.timeout(5000) });
    if (!answer.ok) throw new Error(answer.status);
    const now = await answer.text();
    if (!known || now === known || await renew()) known = now;
    pause = EVERY_MS;
  } catch {
    pause = Math.min(pause * 2, SLOWEST_MS);
  }
  later(pause);
}

async function renew() {
  const answer = await fetch(location.href, { signal: AbortSignal.timeout(8000) });
  if (!answer.ok) return false;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const main = document.getElementById("main");
  // Whoever is typing a name or choosing a place goes on; the next change comes soon enough.
  if (main.contains(document.activeElement) && document.activeElement.matches("input, select, textarea")) return false;
  morph(main, page.getElementById("main"));
  const clock = document.querySelector("[data-until]");
  if (clock) clock.from = performance.now();
  tick();
  return true;
}

function tick() {
  const clock = document.querySelector("[data-until]");
  if (!clock) return;
  const passed = (performance.now() - (clock.from ?? performance.now())) / 1000;
  const left = Math.ceil((clock.dataset.until - clock.dataset.now - passed) / 60);
  clock.textContent = _("{count} min left", { count: Math.max(0, left) });
  clock.classList.toggle("late", left <= 5);
}
