// The camera of a page with a stage (_live_stage.html): opened, let go of while nobody looks, and what it can do (torch,
// zoom, a second camera). What a browser does not have is not shown.
import { _ } from "./words.js";

const WANTED = { width: { ideal: 2560 }, height: { ideal: 1440 }, frameRate: { ideal: 30 } };
const QUALITY = 0.95;
const WIDE = 48, HIGH = 36; // of the tiny copy
const REACH = 2, FAR = 10; // places of it: from look to look, and in all; what has drifted farther is another picture
const ANOTHER = 60; // levels, over all three colours

const $ = (id) => document.getElementById(id);
export const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

/** `turn` is another whenever the camera is opened anew or let go of: what belongs to an older one is over. */
export const camera = { stream: null, stopped: true, turn: 0 };
let facing = "environment", view, video, told;

/** `opened(turn)` goes on from there, `able(track, can)` hears what the camera can, `off(is)` whether there is none;
 *  whoever looks at the page again finds it open where it is still `wanted()`. */
export function phoneCamera({ opened, able = () => {}, off: isOff, wanted = () => true }) {
  told = { opened, able, off: isOff };
  const again = () => { if (wanted()) start(); };
  video = $("live-video");
  view = video.parentElement;
  $("live-retry").addEventListener("click", () => start());
  document.addEventListener("visibilitychange", () => (document.hidden ? stop() : again()));
  addEventListener("pagehide", stop);
  addEventListener("pageshow", (event) => { if (event.persisted) again(); });
  $("live-flip").addEventListener("click", () => { facing = facing === "environment" ? "user" : "environment"; start(); });
  $("live-torch").addEventListener("click", torch);
  $("live-zoom").querySelector("input").addEventListener("input", (event) => tune({ zoom: Number(event.target.value) }));
}

export async function start(tries = 0) {
  stop();
  const turn = ++camera.turn;
  if (!navigator.mediaDevices?.getUserMedia) {
    return off(isSecureContext ? _("This browser gives no camera to web pages.") : _("Browsers open the camera only over a safe connection (HTTPS)."));
  }
  $("live-off").hidden = true;
  view.hidden = false;
  hint(_("Opening the camera …"));
  let stream;
  try {
    stream = await open();
  } catch (error) {
    // Another app lets go of a camera only after a moment, and some drivers need a second knock.
    if (tries < 1 && (error.name === "AbortError" || error.name === "NotReadableError")) return void setTimeout(() => { if (turn === camera.turn) start(tries + 1); }, 800);
    return off(why(error));
  }
  if (turn !== camera.turn) return stream.getTracks().forEach((track) => track.stop());
  camera.stream = stream;
  camera.stopped = false;
  video.srcObject = stream;
  stream.getVideoTracks()[0].addEventListener("ended", () => { if (turn === camera.turn) off(_("The camera has stopped; another app may have taken it.")); });
  await video.play().catch(() => {});
  tools();
  told.opened(turn);
}

async function open() {
  const video = { ...WANTED, facingMode: { ideal: facing } };
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

export function stop() {
  camera.turn++;
  camera.stopped = true;
  camera.stream?.getTracks().forEach((track) => track.stop());
  camera.stream = null;
  video.srcObject = null;
}

export function off(text) {
  stop();
  view.hidden = true;
  $("live-why").textContent = text;
  $("live-off").hidden = false;
  told.off(true);
}

async function tools() {
  told.off(false);
  const track = camera.stream.getVideoTracks()[0];
  const can = track.getCapabilities?.() ?? {};
  $("live-torch").hidden = !can.torch;
  $("live-torch").setAttribute("aria-pressed", "false");
  const zoom = $("live-zoom"), slider = zoom.querySelector("input");
  zoom.hidden = !(can.zoom && can.zoom.max > can.zoom.min);
  if (!zoom.hidden) Object.assign(slider, { min: can.zoom.min, max: Math.min(can.zoom.max, 5), step: can.zoom.step || 0.1, value: track.getSettings().zoom ?? can.zoom.min });
  if (can.focusMode?.includes("continuous")) tune({ focusMode: "continuous" });
  const cameras = (await navigator.mediaDevices.enumerateDevices()).filter((one) => one.kind === "videoinput");
  $("live-flip").hidden = cameras.length < 2;
  $("live-tools").hidden = $("live-torch").hidden && zoom.hidden && $("live-flip").hidden;
  told.able(track, can);
}

const tune = (wish) => camera.stream?.getVideoTracks()[0].applyConstraints({ advanced: [wish] }).catch(() => {});

function torch() {
  const on = $("live-torch").getAttribute("aria-pressed") !== "true";
  $("live-torch").setAttribute("aria-pressed", String(on));
  tune({ torch: on });
}

export const hasPicture = () => Boolean(video.videoWidth) && video.readyState >= 2;

/** The picture as it is now, its longer side at most so many pixels, as a JPEG. */
export function grab(canvas, most = Infinity, quality = QUALITY) {
  const { videoWidth: w, videoHeight: h } = video;
  const scale = Math.min(1, most / Math.max(w, h));
  const size = [Math.round(w * scale), Math.round(h * scale)];
  if (canvas.width !== size[0] || canvas.height !== size[1]) [canvas.width, canvas.height] = size;
  canvas.getContext("2d", { alpha: false }).drawImage(video, 0, 0, ...size);
  return new Promise((done) => canvas.toBlob(done, "image/jpeg", quality));
}

/** Looks at a tiny copy of the picture: each call gives its levels. */
export function tinyLooks() {
  const small = Object.assign(document.createElement("canvas"), { width: WIDE, height: HIGH }), brush = small.getContext("2d", { willReadFrequently: true });
  return () => {
    brush.drawImage(video, 0, 0, small.width, small.height);
    return brush.getImageData(0, 0, small.width, small.height).data;
  };
}

/** How much two such looks differ, in levels of 256, on average. */
export const difference = (one, other) => one.reduce((sum, level, at) => sum + Math.abs(level - other[at]), 0) / one.length;

/** The share of the picture that is not as it was in an earlier look. */
export function stirred(before, now) {
  let count = 0;
  for (let at = 0; at < now.length; at += 4) if (apart(before, now, at, at) > ANOTHER) count++;
  return (4 * count) / now.length;
}

/** What became of an earlier look: it has gone `right` and `down`, in parts of the picture, which are so many `places` of
 *  the tiny copy, one or two further than by the last look; but `share` of it is another now. A card that was laid or
 *  lifted tells on the share, and neither trembling nor drifting does. */
export function since(before, now, { places: [x, y] } = { places: [0, 0] }) {
  let best = null;
  for (let down = Math.max(y - REACH, -FAR); down <= Math.min(y + REACH, FAR); down++) {
    for (let right = Math.max(x - REACH, -FAR); right <= Math.min(x + REACH, FAR); right++) {
      const off = laidOver(before, now, right, down);
      if (!best || off < best.off) best = { right, down, off };
    }
  }
  const { right, down, off } = best;
  const finer = (one, other) => (one + other > 2 * off ? (one - other) / (2 * (one + other - 2 * off)) : 0);
  const across = finer(laidOver(before, now, right - 1, down), laidOver(before, now, right + 1, down));
  const along = finer(laidOver(before, now, right, down - 1), laidOver(before, now, right, down + 1));
  return { right: (right + across) / WIDE, down: (down + along) / HIGH, places: [right, down], share: Math.max(another(before, now, right, down), another(now, before, -right, -down)) };
}

const apart = (one, other, at, to) => Math.abs(one[at] - other[to]) + Math.abs(one[at + 1] - other[to + 1]) + Math.abs(one[at + 2] - other[to + 2]);

// Each place both looks show, the earlier one moved: `seen(place now, place then)`. Gives how many there are.
function overlap(right, down, seen) {
  let all = 0;
  for (let y = Math.max(0, down); y < HIGH + Math.min(0, down); y++) {
    for (let x = Math.max(0, right); x < WIDE + Math.min(0, right); x++, all++) seen(4 * (y * WIDE + x), 4 * ((y - down) * WIDE + x - right));
  }
  return all;
}

function laidOver(before, now, right, down) {
  let sum = 0;
  const all = overlap(right, down, (at, was) => { sum += apart(now, before, at, was); });
  return sum / all;
}

// Half a place further stands what lies between two colours: only what no neighbour had is another. A mottled card has
// most colours of the table it is taken from, but the table none of the card's: it is asked both ways.
function another(before, now, right, down) {
  const { low, high } = around(before);
  let count = 0;
  const beyond = (at, was) => Math.max(0, low[was] - now[at], now[at] - high[was]);
  const all = overlap(right, down, (at, was) => { if (beyond(at, was) + beyond(at + 1, was + 1) + beyond(at + 2, was + 2) > ANOTHER) count++; });
  return count / all;
}

const ranges = new WeakMap();

// The darkest and the brightest of each place's neighbourhood, colour by colour.
function around(look) {
  if (ranges.has(look)) return ranges.get(look);
  const low = look.slice(), high = look.slice();
  for (const down of [-1, 0, 1]) for (const right of [-1, 0, 1]) {
    overlap(right, down, (at, was) => {
      for (const colour of [0, 1, 2]) {
        low[at + colour] = Math.min(low[at + colour], look[was + colour]);
        high[at + colour] = Math.max(high[at + colour], look[was + colour]);
      }
    });
  }
  ranges.set(look, { low, high });
  return ranges.get(look);
}

export function hint(text) {
  const place = $("live-hint");
  if (place.textContent !== text) place.textContent = text;
  place.hidden = !text;
}
