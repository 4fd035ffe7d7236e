// The table's stream says that the table has moved on, and on the board brings what changed on this phone's screen; any
// other page is then fetched anew. Both are taken over in place. It beats:
// where a beat is missed, or the phone wakes, everything starts anew over new connections.
import { addStyles, morph } from "./morph.js";
import { ask, isAlive, passing, startAnew } from "./request.js";
import { change, screenHere, screenPage, screenRev } from "./screen.js";
import { busy, flush, onSent, waiting as unanswered } from "./send.js";
import { _ } from "./words.js";

const HOLD_MS = 350; // after a finger lifts: nothing changes under it
const BEAT_MS = 3500, OPEN_MS = 2500, WAKING_MS = 600, WOKEN_MS = 3000, TICK_MS = 1000, SLEPT_MS = 2500, HIDDEN_MS = 15000;
const AWAY_MS = 1000, MORE_MS = 500, MOST_MS = 10000;
const AGAIN_MS = [250, 500, 1000, 1000, 2000, 3000];
const POSTED = ["do", "undo", "number", "cell", "level"]; // addresses that answer a form with a page, and are none themselves

// All times are by performance.now, which nobody can set back.
let source = null, spoke = false, beat = 0, timer = 0, failures = 0;
let heard = performance.now(), ticked = heard, woken = -Infinity, held = 0;
let newest = 0, looked = true, away = false; // the rev the stream named last; whether the page is newer than the waking
let waiting = "", later = null, fetching = false, again = false, retry = 0, tries = 0, taken = 0;
let mine = -1; // the rev an answer to a tap of this page came with

export const age = () => performance.now() - heard;
export const isOpen = () => Boolean(source) && source.readyState === 1;
const rev = () => Number(document.body.dataset.rev);
// Out of reach it is tried for a short time and often; where the server is only slow, for longer each time.
const patience = (count) => (away && performance.now() - woken > WOKEN_MS ? Math.min(AWAY_MS + MORE_MS * count, MOST_MS) : OPEN_MS);
// Who cannot be reached may be back any moment; who answers and refuses is left alone for longer. Not all phones at once.
const pause = (count) => AGAIN_MS[Math.min(count, away ? 3 : 5)] * (0.75 + Math.random() / 2);

export function live() {
  onSent((text, url) => take(text, url, true), refresh);
  if (!document.body.dataset.stream) return;
  addEventListener("pointerdown", () => { held = Infinity; }, true);
  for (const name of ["pointerup", "pointercancel"]) addEventListener(name, () => { held = performance.now() + HOLD_MS; setTimeout(release, HOLD_MS + 10); }, true);
  // iOS stops streams without a word; whoever wakes up looks anew and says nothing about it.
  for (const [place, name] of [[window, "online"], [window, "pageshow"], [document, "resume"], [document, "visibilitychange"]]) place.addEventListener(name, (event) => { if (event.persisted !== false) wake(); });
  addEventListener("focus", () => { if (age() > SLEPT_MS || !isOpen()) wake(); });
  setInterval(tick, TICK_MS);
  addEventListener("pagehide", close);
  addEventListener("popstate", () => location.reload());
  connect();
}

function connect() {
  close();
  spoke = false;
  const has = screenHere();
  source = new EventSource(document.body.dataset.stream + (has === undefined ? "" : `?screen=${has}`));
  for (const name of ["rev", "people", "beat", "screen"]) source.addEventListener(name, hear);
  source.addEventListener("card", ({ data }) => dispatchEvent(new CustomEvent("card", { detail: data })));
  source.onerror = lost;
  expect(performance.now() - woken < WOKEN_MS ? WAKING_MS : patience(failures));
}

function close() {
  clearTimeout(timer);
  clearTimeout(beat);
  source?.close();
  source = null;
}

// The next word is due by then. Where none comes the connection is dead: one that has spoken takes all others with it.
function expect(ms) {
  clearTimeout(beat);
  beat = setTimeout(() => { if (spoke) wake(); else if (performance.now() - woken < WOKEN_MS) connect(); else lost(); }, ms);
}

function lost() {
  close();
  timer = setTimeout(connect, document.hidden ? HIDDEN_MS : pause(failures));
  // Where streams are refused, asking now and then has to do.
  if (failures++ > 1 && !document.hidden) refresh("rev");
  else reach(false);
}

function wake() {
  const now = performance.now();
  if (document.hidden || now - woken < WAKING_MS / 2) return;
  woken = now;
  failures = tries = held = 0;
  looked = false;
  startAnew();
  connect();
  // The stream says what is new; where it does not, in time, the page is asked for.
  setTimeout(() => { if (!looked && woken === now) refresh(); }, WAKING_MS);
  flush(true);
  paint();
}

// A timer that comes late has slept.
function tick() {
  const now = performance.now(), late = now - ticked;
  ticked = now;
  if (late > SLEPT_MS) wake();
  if (away) paint();
}

function hear(event) {
  spoke = true;
  failures = 0;
  expect(BEAT_MS);
  if (away) { startAnew(true); flush(true); }
  isAlive();
  reach(true);
  // Who came or went matters only where it is shown.
  if (event.type === "people") return void ("people" in document.body.dataset && refresh());
  const said = JSON.parse(event.data);
  newest = said.rev;
  if (event.type === "screen") return void arrived(said);
  if (newest === rev()) looked = true;
  else if (newest > rev() || event.type === "beat") refresh("rev"); // less only where an older state was brought back
  paint();
}

async function arrived(said, anew) {
  if ((await change(said)) && screenHere() !== undefined) show(anew);
  else if (said.rev !== rev()) refresh("rev");
  paint();
}

// The answer to a tap is drawn `anew` in any case: its form needs another id.
function show(anew) {
  if (screenRev() === rev() && !anew) { looked = true; return; }
  if (performance.now() < held || busy()) {
    if (!waiting || waiting === "screen") waiting = anew ? "anew" : "screen";
    setTimeout(release, HOLD_MS);
    return;
  }
  const page = screenPage();
  document.title = document.title.replace("● ", "");
  if (page.body.dataset.viewer !== document.body.dataset.viewer) refresh();
  else put(page);
}

function release() {
  if (performance.now() < held) return;
  if (later) take(...later);
  const why = waiting;
  waiting = "";
  if ((why === "screen" || why === "anew") && screenHere()) show(why === "anew");
  else if (why === "all" || newest > rev()) refresh();
}

export async function refresh(why = "all") {
  clearTimeout(retry);
  if (document.body.hasAttribute("data-still")) { looked = true; return; }
  if (performance.now() < held || busy()) { waiting = waiting === "all" ? waiting : why; setTimeout(release, HOLD_MS); return; }
  if (fetching) { again = true; return; }
  fetching = true;
  const { body } = document, { href } = location, before = taken;
  const answer = await ask(href, {}, patience(tries)).catch(() => null);
  fetching = false;
  const asked = again;
  again = false;
  if (answer && !passing(answer)) {
    tries = 0;
    reach(true);
    // What was asked for may be gone by now: a photo's answer has taken the page's place, or a form is on its way.
    const here = document.body === body && location.href === href, old = busy() || taken !== before;
    if (here && !old && why === "rev" && answer.text.includes(`data-rev="${rev()}"`)) looked = true;
    else if (here && !old) take(answer.text, answer.url);
    if (asked || (here && old && newest > rev())) refresh(asked ? "all" : "rev");
  } else {
    reach(Boolean(answer));
    if (asked) refresh();
    else retry = setTimeout(refresh, Math.max(pause(tries++), (answer?.wait ?? 0) * 1000));
  }
}

// A newer page, put in the place of this one. Another page than this one is gone to, so that going back works.
function take(text, url, own) {
  // What a tap came to is told as a change of the screen.
  if (text.startsWith("{")) {
    const said = JSON.parse(text);
    mine = said.rev;
    return void arrived(said, true);
  }
  // What a finger is on stays until it has left.
  if (held === Infinity) { later = [text, url, own]; return; }
  const page = new DOMParser().parseFromString(text, "text/html");
  if (own) mine = Number(page.body.dataset.rev);
  const here = new URL(url, location.href);
  if (!page.getElementById("main")) return location.assign(here);
  if (here.pathname !== location.pathname && !POSTED.some((name) => here.pathname === `/t/${document.body.dataset.code}/${name}`)) history.pushState(null, "", here);
  const { viewer } = document.body.dataset;
  document.title = page.title;
  addStyles(page);
  put(page);
  if (document.body.dataset.viewer !== viewer) connect(); // another seat is sent another screen
}

function put(page) {
  taken++;
  later = null;
  looked = true;
  const before = document.body.dataset.asks, last = document.body.dataset.said;
  const shown = document.activeElement?.getAttribute("id");
  document.documentElement.classList.add(...page.documentElement.classList); // a lobby becomes a table
  morph(document.body, page.body);
  if (shown && document.activeElement === document.body) document.getElementById(shown)?.focus({ preventScroll: true });
  dispatchEvent(new CustomEvent("page", { detail: rev() <= mine || unanswered().some((tap) => tap.done) }));
  const asks = document.body.dataset.asks;
  if (asks && asks !== before) yourTurn();
  if (document.body.dataset.said && document.body.dataset.said !== last) document.getElementById("live").textContent = document.body.dataset.said;
}

function yourTurn() {
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.([60, 60, 60]);
  if (document.hidden && !document.title.startsWith("● ")) document.title = "● " + document.title;
  document.documentElement.classList.remove("your-turn");
  requestAnimationFrame(() => document.documentElement.classList.add("your-turn"));
  setTimeout(() => document.documentElement.classList.remove("your-turn"), 1600);
  dispatchEvent(new Event("yourturn"));
}

function reach(on) {
  if (on) heard = performance.now();
  away = !on;
  paint();
}
addEventListener("page", paint);
addEventListener("queue", paint);

// What is on the disk of the computer, what is not, and since when this phone has heard nothing.
function paint() {
  const mark = document.getElementById("saved"), { stream, queued = 0, out = 0 } = document.body.dataset;
  if (!mark || !stream) return;
  const seconds = Math.floor(age() / 1000), time = seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min`;
  const gone = away && (seconds < 3 ? _("offline") : _("offline for {time}", { time }));
  if (Number(queued)) show("wait", [_("{count} waiting", { count: queued }), gone].filter(Boolean).join(" · "));
  else if (away) show("off", gone);
  else if (Number(out)) show("send", _("on its way"));
  else if (!looked || newest > rev()) show("look", _("looking"));
  else show("on", _("saved {rev}", { rev: rev() }));

  function show(state, text) {
    if (mark.textContent === text) return;
    mark.dataset.state = state;
    mark.textContent = text;
    mark.title = state === "on" ? _("Everything up to entry {rev} is on disk", { rev: rev() }) : text;
  }
}
