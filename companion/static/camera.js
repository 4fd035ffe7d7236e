// The live camera: frames go to the table's computer one or two at a time, never in a queue; outlines, names and what
// the cards mean come back. What a browser does not have (torch, zoom, a second camera, full stills) is not shown.
import { draw } from "./overlay.js";
import { sheet } from "./livesheet.js";
import { _ } from "./words.js";

const IN_FLIGHT = 2;
const PAUSE_MS = 60; // between the start of two frames
const QUALITY = 0.82, STILL_QUALITY = 0.95;
const STEADY_MS = 120, STEADY_LOOKS = 17, STEADY_LEVELS = 2; // a still waits two seconds at most; levels of 256, on average
const WIDTHS = [2560, 1920, 1280]; // the longer side of what is sent; a slow network gets smaller frames
const SLOW_MS = 900, FAST_MS = 350, LATE_MS = 6000;
const WANTED = { width: { ideal: 2560 }, height: { ideal: 1440 }, frameRate: { ideal: 30 } };

const $ = (id) => document.getElementById(id);
const fresh = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) => b.toString(16).padStart(2, "0")).join("");

const state = { session: fresh(), stream: null, facing: "environment", number: 0, shown: -1, flying: 0, size: 0, took: [], stopped: true, wait: 0, turn: 0 };
let video, view, page;

export function camera() {
  view = $("live-view");
  video = $("live-video");
  page = sheet({ session: () => state.session, seat: Number(view.dataset.seat), again, still });
  $("live-retry").addEventListener("click", () => start());
  document.addEventListener("visibilitychange", () => (document.hidden ? stop() : start()));
  addEventListener("pagehide", stop);
  addEventListener("pageshow", (event) => { if (event.persisted) start(); });
  $("live-flip").addEventListener("click", () => { state.facing = state.facing === "environment" ? "user" : "environment"; start(); });
  $("live-torch").addEventListener("click", torch);
  $("live-hold")?.querySelector("button").addEventListener("click", hold);
  // The answer to a photo has taken the page's place.
  addEventListener("page", () => {
    if (view.isConnected) return;
    stop();
    document.documentElement.classList.remove("live");
  });
  $("live-zoom").querySelector("input").addEventListener("input", (event) => tune({ zoom: Number(event.target.value) }));
  start();
}

// ---- the camera itself ----

async function start(tries = 0) {
  stop();
  const turn = ++state.turn;
  if (!navigator.mediaDevices?.getUserMedia) {
    return off(isSecureContext ? _("This browser hands no camera to web pages.") : _("Browsers open the camera only over a safe connection (HTTPS)."));
  }
  $("live-off").hidden = true;
  view.hidden = false;
  hint(_("Opening the camera …"));
  let stream;
  try {
    stream = await open();
  } catch (error) {
    // Another app lets go of a camera only after a moment, and some drivers need a second knock.
    if (tries < 1 && (error.name === "AbortError" || error.name === "NotReadableError")) return void setTimeout(() => { if (turn === state.turn) start(tries + 1); }, 800);
    return off(why(error));
  }
  if (turn !== state.turn) return stream.getTracks().forEach((track) => track.stop());
  state.stream = stream;
  state.stopped = false;
  video.srcObject = stream;
  stream.getVideoTracks()[0].addEventListener("ended", () => { if (turn === state.turn) off(_("The camera has stopped; another app may have taken it.")); });
  await video.play().catch(() => {});
  hint(_("Hold the phone over the cards"));
  tools();
  pump(turn);
}

async function open() {
  const video = { ...WANTED, facingMode: { ideal: state.facing } };
  try {
    return await navigator.mediaDevices.getUserMedia({ video, audio: false });
  } catch (error) {
    if (error.name !== "OverconstrainedError") throw error;
    return navigator.mediaDevices.getUserMedia({ video: true, audio: false });
  }
}

function why({ name }) {
  if (name === "NotAllowedError" || name === "SecurityError") return _("The camera was not allowed. Allow it for this page in the browser’s settings (the sign beside the address), then try again.");
  if (name === "NotFoundError" || name === "DevicesNotFoundError") return _("No camera was found on this device.");
  if (name === "NotReadableError" || name === "AbortError") return _("The camera does not answer; another app may be using it. Close that one, then try again.");
  return _("The camera cannot be opened ({name}).", { name });
}

function stop() {
  state.turn++;
  state.stopped = true;
  state.stream?.getTracks().forEach((track) => track.stop());
  state.stream = null;
  video.srcObject = null;
}

function off(text) {
  stop();
  view.hidden = true;
  $("live-why").textContent = text;
  $("live-off").hidden = false;
  page.off(true);
}

async function tools() {
  page.off(false);
  const track = state.stream.getVideoTracks()[0];
  const able = track.getCapabilities?.() ?? {};
  $("live-torch").hidden = !able.torch;
  $("live-torch").setAttribute("aria-pressed", "false");
  const zoom = $("live-zoom"), slider = zoom.querySelector("input");
  zoom.hidden = !(able.zoom && able.zoom.max > able.zoom.min);
  if (!zoom.hidden) Object.assign(slider, { min: able.zoom.min, max: Math.min(able.zoom.max, 5), step: able.zoom.step || 0.1, value: track.getSettings().zoom ?? able.zoom.min });
  if (able.focusMode?.includes("continuous")) tune({ focusMode: "continuous" });
  const cameras = (await navigator.mediaDevices.enumerateDevices()).filter((one) => one.kind === "videoinput");
  $("live-flip").hidden = cameras.length < 2;
  $("live-tools").hidden = $("live-torch").hidden && zoom.hidden && $("live-flip").hidden;
  page.canStill(Boolean(globalThis.ImageCapture?.prototype.takePhoto) && Boolean(able.imageWidth || able.torch !== undefined));
}

const tune = (wish) => state.stream?.getVideoTracks()[0].applyConstraints({ advanced: [wish] }).catch(() => {});

function torch() {
  const on = $("live-torch").getAttribute("aria-pressed") !== "true";
  $("live-torch").setAttribute("aria-pressed", String(on));
  tune({ torch: on });
}

// ---- frames out, sights in ----

async function pump(turn) {
  const canvas = document.createElement("canvas");
  while (turn === state.turn && !state.stopped) {
    const began = performance.now();
    if (state.flying < IN_FLIGHT && video.videoWidth && video.readyState >= 2) {
      const frame = await grab(canvas);
      if (frame && turn === state.turn) send(frame, turn, began);
    }
    await sleep(Math.max(state.wait, PAUSE_MS - (performance.now() - began), 8));
    state.wait = 0;
  }
}

// ---- a still, read like a photo ----

async function hold() {
  const { turn } = state, form = $("live-hold"), button = form.querySelector("button");
  if (state.stopped || button.disabled) return;
  button.disabled = true;
  hint(_("Hold still …"));
  await steady(turn);
  const picture = turn === state.turn && !state.stopped && await grab(document.createElement("canvas"), Infinity, STILL_QUALITY);
  button.disabled = false;
  if (!picture || turn !== state.turn) return;
  // What was held stays to be seen until it is read.
  state.stopped = true;
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
  const small = Object.assign(document.createElement("canvas"), { width: 48, height: 36 }), brush = small.getContext("2d", { willReadFrequently: true });
  let before = null, rested = 0;
  for (let look = 0; look < STEADY_LOOKS && rested < 2 && turn === state.turn; look++) {
    brush.drawImage(video, 0, 0, small.width, small.height);
    const { data } = brush.getImageData(0, 0, small.width, small.height);
    const moved = before ? data.reduce((sum, level, at) => sum + Math.abs(level - before[at]), 0) / data.length : Infinity;
    rested = moved < STEADY_LEVELS ? rested + 1 : 0;
    before = data;
    await sleep(STEADY_MS);
  }
}

const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

function grab(canvas, most = WIDTHS[state.size], quality = QUALITY) {
  const { videoWidth: w, videoHeight: h } = video;
  const scale = Math.min(1, most / Math.max(w, h));
  const size = [Math.round(w * scale), Math.round(h * scale)];
  if (canvas.width !== size[0] || canvas.height !== size[1]) [canvas.width, canvas.height] = size;
  canvas.getContext("2d", { alpha: false }).drawImage(video, 0, 0, ...size);
  return new Promise((done) => canvas.toBlob(done, "image/jpeg", quality));
}

async function send(frame, turn, grabbed, extra = "") {
  const n = ++state.number, began = performance.now(), session = state.session;
  state.flying++;
  try {
    const answer = await fetch(`${address()}/frames?session=${session}&n=${n}&seat=${view.dataset.seat}&mode=${page.mode()}${extra}`, { method: "POST", body: frame, headers: { "Content-Type": "image/jpeg" }, signal: AbortSignal.timeout?.(extra ? 60000 : LATE_MS) });
    if (answer.status === 429) { state.wait = 150; return; }
    const sight = await answer.json();
    if (turn !== state.turn || session !== state.session) return;
    if (!answer.ok) return refused(answer.status, sight);
    pace(performance.now() - began, extra);
    if (n < state.shown) { if (sight.submitted) page.logged(sight); return; }
    state.shown = n;
    if (!extra) draw(view, sight, grabbed);
    const seen = sight.cards.some((card) => card.in_view);
    hint(sight.hint && (sight.hint.cause !== "no_card" || extra) ? sight.hint.text : seen ? "" : extra ? _("No card was read on it") : _("Hold the phone over the cards"));
    page.show(sight);
  } catch (error) {
    if (turn !== state.turn) return;
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
  hint(error?.text ?? _("Something did not work; trying again"));
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

function hint(text) {
  const place = $("live-hint");
  if (place.textContent !== text) place.textContent = text;
  place.hidden = !text;
}

function again() {
  state.session = fresh();
  state.shown = -1;
  state.number = 0;
}

async function still() {
  const track = state.stream?.getVideoTracks()[0];
  if (!track) return;
  hint(_("Hold still: one picture of everything"));
  try {
    await send(await new ImageCapture(track).takePhoto(), state.turn, 0, "&still=1");
    navigator.vibrate?.(40);
  } catch { hint(_("The photo did not work; the live picture goes on")); }
}
