// Forms go out in the background. A tap is kept on this phone until it is answered and goes out again with the same id
// until then, so it counts once; one tab sends for all. What is refused is shown, with the reason, until it is read.
import { drop, keep, taps } from "./kept_taps.js";
import { ask, passing } from "./request.js";
import { say } from "./say.js";
import { screenHere } from "./screen.js";
import { _ } from "./words.js";

const SENDER = "tw-sender", PATIENCE_MS = 3000, BUSY_MS = 250, SOON_MS = 300, STUCK = 3;
const AGAIN_MS = [500, 1000, 2000, 3000], LATE_MS = [2500, 2500, 4000, 8000];
const me = String(Math.random());
const resting = new Map(); // table -> until when it wants to be left alone, by performance.now
let open = 0, list = [], failures = 0, running = false, more = false, telling = false, timer = 0;
let sent = () => {}, moved = () => {};

export const busy = () => open > 0;
/** Keep the page as it is until the function this gives back is called. */
export const hold = () => { let held = ++open; return () => { if (held) open--; held = 0; }; };
/** `page` is given each answer to a tap of this page, `table` is called where only the table has changed. */
export const onSent = (page, table) => { sent = page; moved = table; };
/** The taps that have not been answered. */
export const waiting = () => list;

export function sending() {
  addEventListener("submit", submitted);
  addEventListener("page", mark);
  addEventListener("pagehide", () => { if (line().startsWith(me)) line(""); });
  flush();
}

function submitted(event) {
  const form = event.target, button = event.submitter;
  if (!form.matches("[data-send]") || event.defaultPrevented) return;
  event.preventDefault();
  if (form.dataset.sending) return;
  const data = new FormData(form, button?.name ? button : undefined);
  const tap = { to: new URL(form.action).pathname, body: new URLSearchParams(data).toString(), label: words(form, button) };
  if (!data.has("id")) return void asLongAsItTakes(form, tap);
  send(tap);
  tap.done.form = form;
  setTimeout(mark, BUSY_MS); // quick answers need no sign
}

const words = (form, button) => (form.dataset.label ?? (button ?? form).textContent).replace(/\xad/g, "").replace(/\s+/g, " ").trim().slice(0, 80);

/** Keep a tap and send it, or only keep it while it is `later`. */
export function send(tap) {
  tap.done ??= { path: location.pathname, free: tap.later ? () => {} : hold(), at: performance.now() };
  keep(tap);
  if (!list.includes(tap)) list.push(tap);
  show();
  if (!tap.later) flush();
}

/** What a tap asked for is not wanted any more. */
export async function forget(tap) {
  Object.assign(tap, { gone: true, no: "" });
  await drop(tap);
  await changed();
}

// What has no id changes nothing that is kept: it goes out as long as this page is open.
async function asLongAsItTakes(form, { to, body }) {
  form.dataset.sending = "once";
  const free = hold();
  for (let tries = 0; ; tries++) {
    const answer = await ask(to, post(body), late(tries)).catch(() => null);
    if (answer && !passing(answer)) {
      free();
      delete form.dataset.sending;
      if (form.dataset.send === "go" && answer.status < 400) location.assign(answer.url);
      else sent(answer.text, answer.url);
      return;
    }
    if (tries === 1) free();
    if (tries) say(_("The table cannot be reached right now; this continues by itself."), true);
    await new Promise((done) => setTimeout(done, Math.max(again(tries), (answer?.wait ?? 0) * 1000)));
  }
}

function post(body) {
  const has = screenHere();
  return { method: "POST", body, headers: { "Content-Type": "application/x-www-form-urlencoded", ...(has !== undefined && { "X-Screen": has }) } };
}
const late = (tries) => LATE_MS[Math.min(tries, LATE_MS.length - 1)];
const again = (tries) => AGAIN_MS[Math.min(tries, AGAIN_MS.length - 1)] * (0.75 + Math.random() / 2);
const table = (tap) => tap.to.split("/", 3).join("/");

/** Send what waits; `fresh` where the table has just been reached. */
export async function flush(fresh) {
  clearTimeout(timer);
  if (fresh) failures = 0;
  more = running;
  if (running) return;
  running = true;
  let wait = SOON_MS;
  do {
    more = false;
    await alone(async () => { wait = await sendAll(); }).catch(() => {});
  } while (more);
  running = false;
  await changed();
  if (list.length) timer = setTimeout(flush, wait, false);
}

async function sendAll() {
  for (let tap; (tap = (await taps()).find(due)); ) {
    line(`${me} ${performance.now()}`);
    const answer = await ask(tap.to, post(tap.body), late(failures)).catch(() => null);
    if (answer && !passing(answer)) {
      failures = 0;
      await settle(tap, answer);
      continue;
    }
    for (const one of answer ? [tap] : list) slowed(one);
    if (!answer) { await changed(); return again(failures++); }
    const why = reason(answer.text), failed = (tap.failed ?? 0) + 1;
    resting.set(table(tap), performance.now() + Math.max(answer.wait * 1000, again(failed - 1)));
    Object.assign(tap, { failed, why });
    keep(tap);
    await changed();
  }
  return Math.max(0, Math.min(...resting.values(), Infinity) - performance.now()) || SOON_MS;
}

function slowed(tap) {
  if (!tap.slow) say(_("Kept on this phone; it is sent as soon as the table can be reached."));
  tap.slow = true;
  tap.done?.free();
}

// What somebody is still adding to waits; where that page has died it goes out as it is.
const seen = new Map();
function due(tap) {
  if (tap.no || tap.gone || performance.now() < (resting.get(table(tap)) ?? 0)) return false;
  if (!tap.later) return true;
  const { n, body } = tap, old = seen.get(n);
  if (tap.done || old?.body !== body) { seen.set(n, { body, at: performance.now() }); return false; }
  return performance.now() - old.at > PATIENCE_MS;
}

async function settle(tap, { status, url, text }) {
  const { done } = tap, here = done && location.pathname === done.path;
  tap.gone = true;
  list = list.filter((one) => one !== tap);
  done?.free();
  // What was chosen for this is not chosen for what comes next.
  if (status < 400) done?.form?.reset();
  if (here) sent(text, url);
  if (status < 400 || here) await drop(tap);
  else await keep(Object.assign(tap, { no: reason(text) }));
  await changed();
  if (!here) moved();
}

const reason = (text) => new DOMParser().parseFromString(text, "text/html").querySelector("[role=alert] p, main h1 + p")?.textContent.trim() ?? "";

// One tab sends. Over plain HTTP, where there are no locks, a line of the storage says who does. Whose sender has stood
// still for a while, by this page's own clock, sleeps: to send twice does no harm.
let lineSeen = "", since = 0;
async function alone(work) {
  const now = line();
  if (now !== lineSeen) [lineSeen, since] = [now, performance.now()];
  const free = !now || now.startsWith(me) || performance.now() - since > PATIENCE_MS;
  if (!navigator.locks) return free ? work().finally(() => line("")) : undefined;
  const stands = now && free && !now.startsWith(me);
  return navigator.locks.request(SENDER, stands ? { steal: true } : { ifAvailable: true }, (lock) => lock && work().finally(() => line("")));
}
function line(text) {
  try { return text === undefined ? localStorage.getItem(SENDER) ?? "" : localStorage.setItem(SENDER, text); } catch { return ""; }
}

async function changed() {
  const all = (await taps()).filter((tap) => !tap.gone || tap.no);
  list = all.filter((tap) => !tap.no);
  // Seldom wanted, and only where something has just been answered.
  const told = all.filter((tap) => tap.no || tap.failed >= STUCK);
  if (told.length || telling) import("./unsent_taps.js").then((page) => page.unsentTaps(told, forget), () => {});
  telling = told.length > 0;
  show();
}

function show() {
  const own = list.filter((tap) => tap.done && !tap.slow).length, { dataset } = document.body;
  dataset.queued = String(list.length - own);
  dataset.out = String(own);
  mark();
  dispatchEvent(new Event("queue"));
}

// A form whose answer waits takes no second tap, also on a page that was loaded since.
const asks = (to, data) => [to, data.get("event") ?? data.get("target")].join(" ");
function mark() {
  if (!list.length && !document.querySelector("form[data-sending='1']")) return;
  const out = new Map(list.map((tap) => [asks(tap.to, new URLSearchParams(tap.body)), tap]));
  for (const form of document.querySelectorAll("form[data-send]")) {
    if (form.dataset.sending === "once") continue;
    const tap = out.get(asks(new URL(form.action).pathname, new FormData(form)));
    form.toggleAttribute("data-sending", Boolean(tap));
    if (tap) form.dataset.sending = "1";
    const sign = tap && !(performance.now() - tap.done?.at < BUSY_MS);
    for (const one of form.elements) if (one.type === "submit") one.toggleAttribute("data-busy", Boolean(sign));
  }
}
