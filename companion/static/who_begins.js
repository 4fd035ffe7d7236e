// Who begins: badges that spin, or fingers on one screen. The result goes into the form that asks for it.
import { argument, eventOf, offer, random } from "./chance.js";

const MOST = 5; // an iPhone lets go of all fingers when a sixth comes
const STEADY_MS = 2200, SPIN = 14;
const box = () => document.getElementById("tool-begins");
let ready = false, timer = 0, fingers = new Map(), done = false;

export function whoBegins() {
  clear();
  if (ready) return;
  ready = true;
  addEventListener("click", (event) => {
    if (event.target.closest("#tool-begins [data-choose]")) choose();
    else if (event.target.closest("#tool-begins [data-fingers]")) lay();
    else if (event.target.closest("#tool-begins [data-leave]")) leave();
    const badge = event.target.closest("#tool-begins.asking .drawn button");
    if (badge) settle(Number(badge.closest("li").dataset.seat));
  });
  const field = box().querySelector(".fingers");
  field.addEventListener("pointerdown", down);
  for (const name of ["pointerup", "pointercancel"]) field.addEventListener(name, up);
  field.addEventListener("pointermove", (event) => { const mark = fingers.get(event.pointerId); if (mark) place(mark, event); });
  field.addEventListener("touchstart", (event) => { if (!event.target.closest("button")) event.preventDefault(); }, { passive: false });
}

/** Forms that say who begins, by seat. */
function starters() {
  const found = new Map();
  for (const form of document.querySelectorAll("#sheet form[data-send]")) {
    const event = eventOf(form), first = argument(event, "first");
    if (/start/.test(event.type ?? "") && Number.isInteger(first)) found.set(first, form);
  }
  return found;
}

const rows = () => [...box().querySelectorAll(".drawn li")];
function clear() {
  clearTimeout(timer);
  for (const row of rows()) row.classList.remove("lit", "won");
  box().classList.remove("asking");
  box().querySelector(".drawn-says").textContent = "";
  box().querySelector("[data-whose]").hidden = true;
  offer(box().querySelector("[data-use]"), null);
}

function choose() {
  clear();
  const all = rows(), winner = random(all.length), still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  let left = still ? 0 : SPIN + random(all.length), at = ((winner - left) % all.length + all.length) % all.length;
  const step = () => {
    for (const [n, row] of all.entries()) row.classList.toggle("lit", n === at);
    if (left <= 0) return settle(winner);
    left -= 1;
    at = (at + 1) % all.length;
    timer = setTimeout(step, 60 + Math.max(0, 8 - left) * 34);
  };
  step();
}

function settle(seat) {
  leave();
  clear();
  const row = rows()[seat];
  row.classList.add("won");
  box().querySelector(".drawn-says").textContent = box().dataset.begins.replace("{name}", row.dataset.name);
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.([40, 60, 120]);
  offer(box().querySelector("[data-use]"), starters().get(seat));
}

// ---- fingers ----
function lay() {
  clear();
  done = false;
  const field = box().querySelector(".fingers");
  field.hidden = false;
  says(field.dataset.waiting);
}
function leave() {
  const field = box().querySelector(".fingers");
  field.hidden = true;
  for (const mark of field.querySelectorAll("i")) mark.remove();
  fingers = new Map();
  clearTimeout(timer);
}
const says = (text) => { box().querySelector(".fingers p").textContent = text; };

function down(event) {
  if (done || event.target.closest("button")) return;
  const field = event.currentTarget;
  if (fingers.size >= MOST) return says(field.dataset.many);
  const mark = document.createElement("i");
  mark.className = `finger finger-${fingers.size}`;
  field.append(mark);
  fingers.set(event.pointerId, mark);
  place(mark, event);
  wait();
}
function up(event) {
  if (done) return;
  fingers.get(event.pointerId)?.remove();
  fingers.delete(event.pointerId);
  wait();
}
// Every new finger, and every one that is lifted, begins the wait anew.
function wait() {
  clearTimeout(timer);
  if (fingers.size < 2) return;
  timer = setTimeout(() => {
    done = true; // the result stays when fingers lift
    const all = [...fingers.values()], chosen = all[random(all.length)];
    for (const mark of all) mark.classList.toggle("out", mark !== chosen);
    chosen.classList.add("won");
    says(box().querySelector(".fingers").dataset.chosen);
    if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.([40, 60, 120]);
    whose();
  }, STEADY_MS);
}
function place(mark, event) {
  const field = box().querySelector(".fingers").getBoundingClientRect();
  mark.style.left = `${event.clientX - field.left}px`;
  mark.style.top = `${event.clientY - field.top}px`;
}
// A finger has no name: whose it is says a tap on the badge, once "Done" has closed the field.
function whose() {
  if (!starters().size) return;
  box().classList.add("asking");
  box().querySelector("[data-whose]").hidden = false;
}
