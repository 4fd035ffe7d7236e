// Teaching a deck by the live camera. The picture is watched here, on a tiny copy of it: only once it lies still does one
// still in full resolution go to the computer, which keeps what is new on it. After a card was taken nothing is sent
// until that card is lifted or another is laid.
import { stayAwake } from "./awake.js";
import { freshId } from "./fresh_id.js";
import { draw, follow } from "./overlay.js";
import { camera, grab, hasPicture, hint, off, phoneCamera, since, sleep, start, stirred, stop, tinyLooks } from "./phone_camera.js";
import { ask, passing } from "./request.js";
import { _ } from "./words.js";

const LOOK_MS = 120, RESTED = 3; // so many looks in a row without movement: a hand that lets go of a card rests shorter
const STILL = 0.03, MOVED = 0.02; // of the picture: what trembles, and what a card or a hand changes that comes or goes
const CALM = 0.01, SLOWLY = 0.006; // of the picture: a hand that drifts slowly, and nothing else stirs, holds still enough
const PATIENT = 25; // so many looks go by before a hand that never rests is asked to
const FAULT_MS = 1500, NOTHING_MS = 2500, REFUSED_MS = 3000; // then the same again, though nothing moved: it may be sharp now
const FEWER = 4; // each time later, up to so many times
const SLOW_MS = 500; // an answer that takes longer is announced
const SIDE = 1920; // the longer side of a still: more than a face is kept at, where the card is a third of it
const LATE_MS = 20000, PAUSE_MS = 1000, MOST_PAUSE_MS = 8000, TRIES = 3;
const THUMBS = 12;

const $ = (id) => document.getElementById(id);
const state = { side: "", hasBack: false, whole: false, ended: false, sending: false, sent: null, went: null, moved: true, again: Infinity, seen: new Set(), said: "", alike: 0, waits: false, number: 0 };
const takes = []; // what each still took, the newest last: what one tap takes back
let view, video, address;

export function teachLive() {
  view = $("teach-view");
  video = $("live-video");
  address = view.dataset.address;
  Object.assign(state, { side: view.dataset.side, hasBack: "back" in view.dataset, whole: "whole" in view.dataset });
  phoneCamera({ opened, off: (is) => { $("teach-sheet").hidden = is; }, wanted: () => !state.ended });
  $("teach-undo").addEventListener("click", undo);
  $("teach-back").addEventListener("click", () => begin("back"));
  $("teach-order")?.addEventListener("change", paintNext);
  stayAwake();
  paintNext();
  if (state.whole && state.side !== "back") end();
  else start();
}

function opened(turn) {
  Object.assign(state, { moved: !state.waits, sent: null, went: null });
  if (state.waits) hint(_("Taken back. Lay that card anew, or the next one."));
  else invite();
  state.waits = false;
  watch(turn);
}

const invite = () => hint(state.side === "back" ? _("Lay a card face down under the camera") : takes.length ? _("Now the next card") : _("Lay a card under the camera"));

// ---- what moves, and what lies still ----

const due = () => !state.sending && (state.moved || performance.now() >= state.again);

async function watch(turn) {
  const look = tinyLooks();
  let before = null, rested = 0, waited = 0;
  while (turn === camera.turn && !camera.stopped) {
    await sleep(LOOK_MS);
    if (!hasPicture()) continue;
    const now = look(), then = before ?? now, step = since(then, now);
    before = now;
    const went = state.went = state.sent && since(state.sent, now, state.went ?? undefined);
    if (went && Math.max(step.share, went.share) > MOVED) moved();
    else if (went) follow(view, went, video);
    const rests = stirred(then, now) < STILL || (step.share < CALM && Math.hypot(step.right, step.down) < SLOWLY);
    rested = rests ? rested + 1 : 0;
    waited = due() ? waited + 1 : 0;
    if (waited === PATIENT) hint(_("Hold still …"));
    if (rested < RESTED) continue;
    if (due()) send(turn, now);
    else state.sent ??= now;
  }
}

function moved() {
  if (state.moved) return;
  state.moved = true;
  if (state.sending) return;
  clear();
  if (state.said === "taken" || state.said === "again") invite();
}

// ---- a still out, what became of it in ----

async function send(turn, look) {
  Object.assign(state, { sending: true, sent: look, went: null, moved: false, again: Infinity });
  const order = $("teach-order")?.checked ? "&order=1" : "", grabbed = performance.now();
  const still = await grab(document.createElement("canvas"), SIDE);
  if (still && turn === camera.turn) {
    const announced = setTimeout(() => hint(_("Looking …")), SLOW_MS);
    const answer = await heard(`${address}/live?id=${freshId()}&side=${state.side}${order}`, still);
    clearTimeout(announced);
    if (answer) arrived(answer, turn, grabbed);
  } else state.moved = true;
  state.sending = false;
}

// Until it is answered, under the same id: what was taken though nobody heard of it is not taken twice.
async function heard(to, still) {
  for (let tries = 1; !state.ended; tries++) {
    const answer = await ask(to, { method: "POST", body: still, headers: { "Content-Type": "image/jpeg" } }, LATE_MS).catch(() => null);
    // Where the server breaks on it a third time, the fault is the picture's.
    if (answer && (!passing(answer) || (answer.status === 500 && tries === TRIES))) return answer;
    if (!answer) hint(_("Out of reach; trying again"));
    else if (answer.status !== 429) hint(sentence(answer));
    await sleep(Math.max((answer?.wait ?? 0) * 1000, Math.min(PAUSE_MS * tries, MOST_PAUSE_MS)));
  }
  return null;
}

const parsed = ({ text }) => { try { return JSON.parse(text); } catch { return {}; } };
const sentence = (answer) => parsed(answer).error?.text ?? _("Something went wrong; trying again");

function arrived(answer, turn, grabbed) {
  if (answer.status === 403 || answer.status === 404) return gone(sentence(answer));
  if (answer.status !== 200) {
    hint(sentence(answer));
    state.again = performance.now() + REFUSED_MS;
    return;
  }
  const told = parsed(answer), taken = told.cards.filter((one) => one.state === "taken").map((one) => one.face);
  const faces = told.cards.filter((one) => one.face).map((one) => one.face.id);
  // The card that was taken lies there still: nothing is said of it a second time.
  const same = told.outcome === "again" && faces.every((id) => state.seen.has(id));
  // Between two cards the table is empty for a moment.
  const between = told.outcome === "nothing" && state.said !== "nothing";
  state.alike = told.outcome === state.said ? state.alike + 1 : 1;
  state.seen = new Set(faces);
  state.said = told.outcome;
  if (turn === camera.turn && !state.moved) outline(told, grabbed);
  if (taken.length) took(taken);
  count(told);
  if (state.side === "back" ? taken.length : told.whole) return end();
  if (told.outcome === "left") state.again = performance.now() + FAULT_MS * Math.min(state.alike, FEWER);
  if (between) state.again = performance.now() + NOTHING_MS;
  if (told.text && !same && !between) hint(told.text);
  else invite();
}

function outline({ width, height, cards }, at) {
  state.number++;
  const shown = cards.map((one, place) => ({ laid: `${state.number}-${place}`, in_view: true, believed: true, outline: one.corners, logged: one.state === "again", card: one.state, name: one.face?.name ?? "?" }));
  draw(view, { width, height, cards: shown, problems: [{ card: "left" }], other: [] }, at);
}

const clear = () => draw(view, { width: 1, height: 1, cards: [], problems: [], other: [] }, performance.now());

// ---- what was taken ----

function took(faces) {
  takes.push(faces);
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(40);
  const flash = $("live-flash");
  flash.classList.remove("now");
  void flash.offsetWidth;
  flash.classList.add("now");
  if (faces.some((face) => face.back)) state.hasBack = true;
  paintTakes();
}

function paintTakes() {
  const newest = takes.flat().reverse(), [last] = newest;
  $("teach-how").hidden = Boolean(last);
  $("teach-last").hidden = !last;
  $("teach-thumbs").replaceChildren(...newest.slice(1, THUMBS).map((face) => picture(document.createElement("img"), face)));
  if (!last) return;
  picture($("teach-picture"), last);
  $("teach-name").textContent = takes.at(-1).map((face) => (face.numbered ? _("Face {number}", { number: face.id }) : face.name)).join(", ");
}

const picture = (place, face) => Object.assign(place, { src: face.picture, alt: face.name, width: 252, height: 352 });

async function undo() {
  const faces = takes.at(-1), button = $("teach-undo");
  if (!faces || button.disabled) return;
  button.disabled = true;
  const body = JSON.stringify({ digests: faces.map((face) => face.digest) });
  const answer = await ask(`${address}/live/back`, { method: "POST", body, headers: { "Content-Type": "application/json" } }, LATE_MS).catch(() => null);
  button.disabled = false;
  if (!answer || passing(answer)) return hint(_("Out of reach. Tap again in a moment; it counts once."));
  if (answer.status !== 200) return gone(sentence(answer));
  takes.splice(takes.indexOf(faces), 1);
  // What lies there now is what was taken back: it waits until it is lifted or laid anew.
  Object.assign(state, { seen: new Set(), said: "", again: Infinity });
  paintTakes();
  clear();
  count(parsed(answer));
  if (!state.ended) return hint(_("Taken back. Lay that card anew, or the next one."));
  if (faces.some((face) => face.back)) state.hasBack = false;
  state.waits = true;
  begin(state.whole ? "back" : "");
}

function count({ known, of, whole, next }) {
  Object.assign(state, { whole });
  $("teach-known").textContent = known;
  $("teach-of").textContent = _("of {count}", { count: of });
  $("teach-next-name").textContent = next;
  paintNext();
}

function paintNext() {
  const order = $("teach-order");
  $("teach-next").hidden = !order?.checked || !$("teach-next-name").textContent || state.side === "back";
}

// ---- the end ----

function begin(side) {
  Object.assign(state, { side, ended: false, seen: new Set(), said: "" });
  $("teach-end").hidden = true;
  start();
}

function end() {
  stop();
  state.ended = true;
  view.hidden = true;
  const values = { of: $("teach-known").textContent };
  $("teach-all").textContent = state.hasBack ? _("All {of} faces and the back are taught.", values) : _("All {of} faces are taught.", values);
  for (const part of document.querySelectorAll("[data-no-back]")) part.hidden = state.hasBack;
  $("teach-end").hidden = false;
  $("teach-all").focus({ preventScroll: true });
}

// Renamed or deleted by somebody else, or no longer this phone's to change.
function gone(text) {
  state.ended = true;
  off(text);
  $("live-retry").hidden = true;
  document.querySelector("#live-off form").hidden = true;
}
