// Numbers on the board: a tap shows at once, several quick ones are sent as one difference, and what the server says is
// drawn with what is still on its way.
import { deliver } from "./send.js";

const QUIET_MS = 500;
const waiting = new Map(); // spot -> { by, timer, seat }
const sent = new Map(); // spot -> what is on its way

const sum = (spot) => (waiting.get(spot)?.by ?? 0) + (sent.get(spot) ?? 0);

export function numbers() {
  addEventListener("click", (event) => {
    const button = event.target.closest("form.number button");
    if (!button || event.defaultPrevented) return;
    event.preventDefault();
    add(button.form, Number(button.value));
  });
  addEventListener("page", repaint);
  addEventListener("queue", () => { if (document.body.dataset.queued === "0") { sent.clear(); repaint(); } });
  addEventListener("pagehide", () => { for (const spot of [...waiting.keys()]) out(spot); });
}

function add(form, by) {
  const { spot } = form.dataset;
  const now = Number(form.dataset.number) + sum(spot);
  const next = Math.max(Number(form.dataset.low), Math.min(Number(form.dataset.high), now + by));
  if (next === now) return;
  const held = waiting.get(spot) ?? { by: 0, seat: form.elements.seat.value };
  held.by += next - now;
  clearTimeout(held.timer);
  held.timer = setTimeout(() => out(spot), QUIET_MS);
  waiting.set(spot, held);
  draw(form);
  navigator.vibrate?.(8);
}

async function out(spot) {
  const held = waiting.get(spot);
  if (!held) return;
  clearTimeout(held.timer);
  waiting.delete(spot);
  if (!held.by) return void repaint();
  sent.set(spot, (sent.get(spot) ?? 0) + held.by);
  const body = new URLSearchParams({ id: crypto.randomUUID?.() ?? random(), spot, seat: held.seat, by: String(held.by) });
  await deliver(`/t/${document.body.dataset.code}/number`, body.toString(), () => {
    const left = (sent.get(spot) ?? 0) - held.by;
    if (left) sent.set(spot, left);
    else sent.delete(spot);
  });
}

// Over plain HTTP there is no randomUUID.
const random = () => [...crypto.getRandomValues(new Uint8Array(16))].map((one) => one.toString(16).padStart(2, "0")).join("");

function repaint() {
  for (const form of document.querySelectorAll("form.number")) if (sum(form.dataset.spot) || form.dataset.change) draw(form);
}

function draw(form) {
  const change = sum(form.dataset.spot), value = Number(form.dataset.number) + change;
  form.toggleAttribute("data-changed", Boolean(change));
  if (change) form.dataset.change = change > 0 ? `+${change}` : `−${-change}`;
  else delete form.dataset.change;
  const figure = form.querySelector(".figure");
  if (figure) { if (figure.firstChild?.nodeType === 3) figure.firstChild.data = String(value); else figure.prepend(String(value)); }
  const row = form.querySelector(".track-places, .meter-bar");
  if (!row) return;
  while (row.matches(".track-places") && row.children.length < value) row.append(document.createElement("i"));
  [...row.children].forEach((one, at) => { one.classList.toggle("on", at < value); });
}
