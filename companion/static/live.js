// Server-sent events say that the table has moved on; the page is then fetched anew and taken over in place.
import { morph } from "./morph.js";
import { busy, flush, onSent } from "./send.js";
import { _ } from "./words.js";

const HOLD_MS = 350; // after a finger lifts: nothing changes under it
const RETRY_MS = [500, 1000, 2000, 4000, 8000, 15000];
const POSTED = ["do", "undo", "number", "level"]; // addresses that answer a form with a page, and are none themselves
const SILENT_MS = 60000; // a stream can be dead and look open; after so long a look at the page tells

let source = null, failures = 0, timer = 0, heard = Date.now(), held = 0, waiting = false, fetching = false, again = false;
let reached = true, tries = 0;

export const age = () => Date.now() - heard;
export const isOpen = () => Boolean(source) && source.readyState === 1;

export function live() {
  onSent((page, url) => take(page, url));
  const { stream } = document.body.dataset;
  if (!stream) return;
  addEventListener("pointerdown", () => { held = Infinity; }, true);
  for (const name of ["pointerup", "pointercancel"]) addEventListener(name, () => { held = Date.now() + HOLD_MS; setTimeout(release, HOLD_MS + 10); }, true);
  // iOS stops streams without a word; whoever wakes up looks anew and says nothing about it.
  for (const name of ["pageshow", "online", "focus"]) addEventListener(name, wake);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) wake(); });
  setInterval(check, 15000);
  addEventListener("pagehide", close);
  addEventListener("popstate", () => location.reload());
  open();
}

function open() {
  close();
  source = new EventSource(document.body.dataset.stream);
  source.onopen = () => { failures = 0; state(true); flush(); };
  for (const name of ["rev", "people"]) source.addEventListener(name, hear);
  source.onerror = () => {
    close();
    state(false);
    clearTimeout(timer);
    timer = setTimeout(open, RETRY_MS[Math.min(failures++, RETRY_MS.length - 1)]);
  };
}

function close() {
  clearTimeout(timer);
  if (source) source.close();
  source = null;
}

function wake() {
  if (document.hidden) return;
  flush();
  // A stream that is just opening says itself what is new.
  if (age() > 3000 || !source || source.readyState === EventSource.CLOSED || !reached) { open(); refresh(); }
}

async function check() {
  if (document.hidden || age() < SILENT_MS) return;
  heard = Date.now();
  const before = document.body.dataset.rev;
  await refresh();
  if (document.body.dataset.rev !== before) open();
}

function hear(event) {
  heard = Date.now();
  // Who came or went matters only where it is shown.
  if (event.type === "people" ? "people" in document.body.dataset : JSON.parse(event.data).rev > Number(document.body.dataset.rev)) refresh();
}

function release() {
  if (waiting && Date.now() >= held) { waiting = false; refresh(); }
}

export async function refresh() {
  if (document.body.hasAttribute("data-still")) return;
  if (Date.now() < held || busy()) { waiting = true; setTimeout(release, HOLD_MS); return; }
  if (fetching) { again = true; return; }
  fetching = true;
  const body = document.body, { href } = location;
  try {
    const answer = await fetch(href, { cache: "no-store" });
    const text = await answer.text();
    // What was asked for may be gone by now: a photo's answer has taken the page's place, or a form is on its way.
    if (document.body === body && location.href === href && !busy()) take(text, answer.url);
    tries = 0;
    state(true);
  } catch {
    state(false);
    setTimeout(refresh, RETRY_MS[Math.min(tries++, RETRY_MS.length - 1)]);
  }
  fetching = false;
  if (again) { again = false; refresh(); }
}

// A newer page, put in the place of this one. Another page than this one is gone to, so that going back works.
function take(text, url) {
  const page = new DOMParser().parseFromString(text, "text/html");
  const here = new URL(url, location.href);
  if (!page.getElementById("main")) return location.assign(here);
  if (here.pathname !== location.pathname && !POSTED.some((name) => here.pathname === `/t/${document.body.dataset.code}/${name}`)) history.pushState(null, "", here);
  const before = document.body.dataset.asks, last = document.body.dataset.said;
  document.title = page.title;
  for (const style of page.head.querySelectorAll("[rel=stylesheet]")) if (!document.head.querySelector(`[href="${style.getAttribute("href")}"]`)) document.head.append(style);
  const shown = document.activeElement?.getAttribute("id");
  morph(document.body, page.body);
  if (shown && document.activeElement === document.body) document.getElementById(shown)?.focus({ preventScroll: true });
  dispatchEvent(new Event("page"));
  const asks = document.body.dataset.asks;
  if (asks && asks !== before) yourTurn();
  if (document.body.dataset.said && document.body.dataset.said !== last) document.getElementById("live").textContent = document.body.dataset.said;
}

function yourTurn() {
  if (navigator.vibrate && navigator.userActivation?.hasBeenActive) navigator.vibrate([60, 60, 60]);
  if (document.hidden && !document.title.startsWith("● ")) document.title = "● " + document.title;
  document.documentElement.classList.remove("your-turn");
  requestAnimationFrame(() => document.documentElement.classList.add("your-turn"));
  setTimeout(() => document.documentElement.classList.remove("your-turn"), 1600);
  dispatchEvent(new Event("yourturn"));
}

function state(on) {
  reached = on;
  paint();
}
addEventListener("page", paint);
addEventListener("queue", paint);

function paint() {
  const mark = document.getElementById("saved");
  if (!mark || !document.body.dataset.stream) return;
  const queued = Number(document.body.dataset.queued || 0);
  if (queued) { mark.dataset.state = "wait"; mark.textContent = _("{count} waiting", { count: queued }); }
  else if (!reached) { mark.dataset.state = "off"; mark.textContent = _("reconnecting"); }
  else { mark.dataset.state = "on"; mark.textContent = _("saved {rev}", { rev: document.body.dataset.rev }); }
}
