// Outlines and names over the picture, from the corners the table's computer found. They belong to a frame a tenth of a
// second old or more: until the next answer they go on as the last two say the hand is moving.
import { _ } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";
const AHEAD_MS = 250; // no hand moves the same way for longer
const APART_MS = [30, 700]; // between two frames that say how it moves
const STILL = 0.012; // pixels a millisecond below which it does not: what trembles is the measuring
const known = new Map(); // laid -> { line, name }
let last = null, speed = [0, 0], running = false;

// Where the cards both frames show went, in pixels of the screen a millisecond: {at, places: Map(laid -> [x, y])} each.
export function velocity(before, after) {
  const ms = before ? after.at - before.at : 0;
  if (ms < APART_MS[0] || ms > APART_MS[1]) return [0, 0];
  const moves = [...after.places].filter(([laid]) => before.places.has(laid)).map(([laid, [x, y]]) => [x - before.places.get(laid)[0], y - before.places.get(laid)[1]]);
  if (!moves.length) return [0, 0];
  const middle = (axis) => moves.map((move) => move[axis]).sort((a, b) => a - b)[moves.length >> 1] / ms;
  const found = [middle(0), middle(1)];
  return Math.hypot(...found) < STILL ? [0, 0] : found;
}

function drift(view) {
  const ms = Math.min(performance.now() - last.at, AHEAD_MS);
  const there = speed[0] || speed[1] ? `translate(${(speed[0] * ms).toFixed(1)}px, ${(speed[1] * ms).toFixed(1)}px)` : "";
  for (const place of [view.querySelector("svg"), view.querySelector("#live-names")]) place.style.transform = there;
  running = there !== "" && known.size > 0 && performance.now() - last.at < 2 * AHEAD_MS;
  if (running) requestAnimationFrame(() => drift(view));
}

// Outlines that stay as they are while the hand drifts, in parts of the picture.
export function follow(view, { right, down }, { videoWidth: w, videoHeight: h }) {
  const scale = Math.max(view.clientWidth / w, view.clientHeight / h);
  const there = `translate(${(right * w * scale).toFixed(1)}px, ${(down * h * scale).toFixed(1)}px)`;
  for (const place of [view.querySelector("svg"), view.querySelector("#live-names")]) place.style.transform = there;
}

// ``at``: when the frame was taken, as performance.now() has it.
export function draw(view, sight, at) {
  const lines = view.querySelector("svg"), names = view.querySelector("#live-names");
  const { clientWidth: w, clientHeight: h } = view;
  // The video covers its box; what is cut off at the sides is cut off here as well.
  const scale = Math.max(w / sight.width, h / sight.height);
  const left = (w - sight.width * scale) / 2, top = (h - sight.height * scale) / 2;
  const place = ([x, y]) => [left + x * scale, top + y * scale];
  lines.setAttribute("viewBox", `0 0 ${w} ${h}`);
  const here = new Set(), places = new Map();
  const odd = new Map(sight.problems.filter((one) => one.card).map((one) => [one.card, one]));
  for (const card of sight.cards) {
    if (!card.in_view) continue;
    here.add(card.laid);
    const mark = known.get(card.laid) ?? make(lines, names, card.laid);
    const corners = card.outline.map(place);
    places.set(card.laid, corners.reduce(([a, b], [c, d]) => [a + c / 4, b + d / 4], [0, 0]));
    const look = !card.believed ? "unsure" : card.logged ? "logged" : odd.has(card.card) ? "odd" : "good";
    mark.line.setAttribute("class", look);
    mark.line.setAttribute("points", corners.map((p) => p.map((v) => v.toFixed(1)).join(",")).join(" "));
    label(mark.name, card, look, corners);
  }
  for (const [index, one] of sight.other.entries()) {
    const key = `other-${index}`;
    here.add(key);
    const mark = known.get(key) ?? make(lines, names, key);
    const corners = one.corners.map(place);
    mark.line.setAttribute("class", "odd");
    mark.line.setAttribute("points", corners.map((p) => p.join(",")).join(" "));
    label(mark.name, { name: _("another game?"), believed: true }, "odd", corners);
  }
  if (sight.hint?.corners) {
    here.add("hint");
    const mark = known.get("hint") ?? make(lines, names, "hint");
    const corners = sight.hint.corners.map(place);
    mark.line.setAttribute("class", "unread");
    mark.line.setAttribute("points", corners.map((p) => p.map((v) => v.toFixed(1)).join(",")).join(" "));
    label(mark.name, { name: "?", believed: true }, "odd", corners);
  }
  for (const [key, mark] of known) {
    if (here.has(key)) continue;
    mark.line.remove();
    mark.name.remove();
    known.delete(key);
  }
  const now = { at, places };
  speed = velocity(last, now);
  last = now;
  if (!running) drift(view);
}

function make(lines, names, key) {
  const mark = { line: document.createElementNS(SVG, "polygon"), name: document.createElement("span") };
  lines.append(mark.line);
  names.append(mark.name);
  known.set(key, mark);
  return mark;
}

// Upright whichever way the card lies, as wide as the card is narrow, in letters that can be read at arm's length.
function label(place, card, look, corners) {
  const [x, y] = corners.reduce(([a, b], [c, d]) => [a + c / 4, b + d / 4], [0, 0]);
  const side = Math.hypot(corners[1][0] - corners[0][0], corners[1][1] - corners[0][1]);
  const text = card.believed ? (look === "logged" ? `✓ ${card.name}` : card.name) : "…";
  if (place.textContent !== text) place.textContent = text;
  place.className = look;
  place.style.setProperty("--x", `${x.toFixed(1)}px`);
  place.style.setProperty("--y", `${y.toFixed(1)}px`);
  place.style.setProperty("--w", `${Math.max(58, Math.min(150, side * 1.08)).toFixed(0)}px`);
  place.style.setProperty("--s", `${Math.max(11.5, Math.min(17, side * 0.17)).toFixed(1)}px`);
}
