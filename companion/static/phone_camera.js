// The camera of a page with a stage (_live_stage.html): opened, let go of while nobody looks, and what it can do (torch,
// zoom, a second camera). What a browser does not have is not shown.
import { _ } from "./words.js";

const WANTED = { width: { ideal: 2560 }, height: { ideal: 1440 }, frameRate: { ideal: 30 } };
const QUALITY = 0.95;
const WIDE = 48, HIGH = 36; // of the tiny copy
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

/** The share of the picture that is another than in an earlier look, wherever the hand that holds the phone has gone by
 *  up to `reach` of its places: a card that was laid or lifted tells on it, and neither trembling nor drifting does. */
export function changed(one, other, reach = 0) {
  let least = 1;
  for (let down = -reach; down <= reach; down++) for (let right = -reach; right <= reach; right++) least = Math.min(least, changedAt(one, other, down, right));
  return least;
}

function changedAt(one, other, down, right) {
  let count = 0, all = 0;
  for (let y = Math.max(0, -down); y < HIGH - Math.max(0, down); y++) {
    for (let x = Math.max(0, -right); x < WIDE - Math.max(0, right); x++, all++) {
      const at = 4 * (y * WIDE + x), to = at + 4 * (down * WIDE + right);
      if (Math.abs(one[at] - other[to]) + Math.abs(one[at + 1] - other[to + 1]) + Math.abs(one[at + 2] - other[to + 2]) > ANOTHER) count++;
    }
  }
  return count / all;
}

export function hint(text) {
  const place = $("live-hint");
  if (place.textContent !== text) place.textContent = text;
  place.hidden = !text;
}
