// The live camera: frames go to the table's computer one or two at a time, never in a queue; outlines, names and what
// the cards mean come back.
import { freshId } from "./fresh_id.js";
import { sheet } from "./livesheet.js";
import { draw } from "./overlay.js";
import { camera as phone, difference, grab, hasPicture, hint, off, phoneCamera, sleep, start, stop, tinyLooks } from "./phone_camera.js";
import { _ } from "./words.js";

const IN_FLIGHT = 2;
const PAUSE_MS = 60; // between the start of two frames
const QUALITY = 0.82;
const STEADY_MS = 120, STEADY_LOOKS = 17, STEADY_LEVELS = 2; // a still waits two seconds at most; levels of 256, on average
const WIDTHS = [2560, 1920, 1280]; // the longer side of what is sent; a slow network gets smaller frames
const SLOW_MS = 900, FAST_MS = 350, LATE_MS = 6000;

const $ = (id) => document.getElementById(id);

const state = { session: freshId(), number: 0, shown: -1, flying: 0, size: 0, took: [], wait: 0 };
let video, view, page;

export function camera() {
  view = $("live-view");
  video = $("live-video");
  page = sheet({ session: () => state.session, seat: Number(view.dataset.seat), again, still });
  phoneCamera({
    opened: (turn) => { hint(_("Hold the phone over the cards")); pump(turn); },
    able: (track, can) => page.canStill(Boolean(globalThis.ImageCapture?.prototype.takePhoto) && Boolean(can.imageWidth || can.torch !== undefined)),
    off: (is) => page.off(is),
  });
  $("live-hold")?.querySelector("button").addEventListener("click", hold);
  // The answer to a photo has taken the page's place.
  addEventListener("page", () => {
    if (view.isConnected) return;
    stop();
    document.documentElement.classList.remove("live");
  });
  start();
}

// ---- frames out, sights in ----

async function pump(turn) {
  const canvas = document.createElement("canvas");
  while (turn === phone.turn && !phone.stopped) {
    const began = performance.now();
    if (state.flying < IN_FLIGHT && hasPicture()) {
      const frame = await grab(canvas, WIDTHS[state.size], QUALITY);
      if (frame && turn === phone.turn) send(frame, turn, began);
    }
    await sleep(Math.max(state.wait, PAUSE_MS - (performance.now() - began), 8));
    state.wait = 0;
  }
}

// ---- a still, read like a photo ----

async function hold() {
  const { turn } = phone, form = $("live-hold"), button = form.querySelector("button");
  if (phone.stopped || button.disabled) return;
  button.disabled = true;
  hint(_("Hold still …"));
  await steady(turn);
  const picture = turn === phone.turn && !phone.stopped && await grab(document.createElement("canvas"));
  button.disabled = false;
  if (!picture || turn !== phone.turn) return;
  // What was held stays to be seen until it is read.
  phone.stopped = true;
  video.pause();
  button.hidden = true;
  hint("");
  const files = new DataTransfer(), input = form.querySelector("[type=file]");
  files.items.add(new File([picture], "still.jpg", { type: "image/jpeg" }));
  input.files = files.files;
  input.dispatchEvent(new Event("change", { bubbles: true }));
}

// Until the picture has not moved for a moment; a hand that never rests is not waited for.
async function steady(turn) {
  const look = tinyLooks();
  let before = null, rested = 0;
  for (let looks = 0; looks < STEADY_LOOKS && rested < 2 && turn === phone.turn; looks++) {
    const now = look();
    rested = before && difference(now, before) < STEADY_LEVELS ? rested + 1 : 0;
    before = now;
    await sleep(STEADY_MS);
  }
}

async function send(frame, turn, grabbed, extra = "") {
  const n = ++state.number, began = performance.now(), session = state.session;
  state.flying++;
  try {
    const answer = await fetch(`${address()}/frames?session=${session}&n=${n}&seat=${view.dataset.seat}&mode=${page.mode()}${extra}`, { method: "POST", body: frame, headers: { "Content-Type": "image/jpeg" }, signal: AbortSignal.timeout?.(extra ? 60000 : LATE_MS) });
    if (answer.status === 429) { state.wait = 150; return; }
    const sight = await answer.json();
    if (turn !== phone.turn || session !== state.session) return;
    if (!answer.ok) return refused(answer.status, sight);
    pace(performance.now() - began, extra);
    if (n < state.shown) { if (sight.submitted) page.logged(sight); return; }
    state.shown = n;
    if (!extra) draw(view, sight, grabbed);
    const seen = sight.cards.some((card) => card.in_view);
    hint(sight.hint && (sight.hint.cause !== "no_card" || extra) ? sight.hint.text : seen ? "" : extra ? _("No card was read on it") : _("Hold the phone over the cards"));
    page.show(sight);
  } catch (error) {
    if (turn !== phone.turn) return;
    // A frame the network cannot carry in time is not sent as large again.
    if (error.name === "TimeoutError" && !extra) smaller();
    hint(_("Out of reach; trying again"));
    state.wait = 1000;
  } finally {
    state.flying--;
  }
}

const address = () => `/api/tables/${document.body.dataset.code}`;

function refused(status, { error }) {
  if (status === 403 || status === 404) return off(error.text);
  hint(error?.text ?? _("Something went wrong; trying again"));
  state.wait = 1500;
}

// A network that cannot carry large frames gets smaller ones, and larger ones again when it can.
function pace(ms, extra) {
  if (extra) return;
  state.took = [...state.took.slice(-7), ms];
  if (state.took.length < 8) return;
  const usual = state.took.toSorted ? state.took.toSorted((a, b) => a - b)[4] : ms;
  const next = usual > SLOW_MS ? state.size + 1 : usual < FAST_MS ? state.size - 1 : state.size;
  if (next !== state.size && next >= 0 && next < WIDTHS.length) { state.size = next; state.took = []; }
}

function smaller() {
  state.size = Math.min(state.size + 1, WIDTHS.length - 1);
  state.took = [];
}

function again() {
  state.session = freshId();
  state.shown = -1;
  state.number = 0;
}

async function still() {
  const track = phone.stream?.getVideoTracks()[0];
  if (!track) return;
  hint(_("Hold still: one picture of everything"));
  try {
    await send(await new ImageCapture(track).takePhoto(), phone.turn, 0, "&still=1");
    navigator.vibrate?.(40);
  } catch { hint(_("The photo did not work; the live picture continues")); }
}
