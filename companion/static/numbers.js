// Numbers on the board: a tap shows at once, several quick ones are sent as one difference, and what the server says is
// drawn with what is still on its way.
import { freshId } from "./fresh_id.js";
import { forget, send, waiting } from "./send.js";

const QUIET_MS = 500, LONG_MS = 2000;
const adding = new Map(); // spot -> the tap that is still added to

const where = () => `/t/${document.body.dataset.code}/number`;

// What waits is read from the taps themselves: it is drawn on a page loaded later, too.
function sum(spot) {
  const sent = waiting().filter((tap) => tap.to === where()).map((tap) => new URLSearchParams(tap.body));
  return sent.filter((one) => one.get("spot") === spot).reduce((all, one) => all + Number(one.get("by")), 0);
}

export function numbers() {
  addEventListener("click", (event) => {
    const button = event.target.closest("form.number button");
    if (!button || event.defaultPrevented) return;
    event.preventDefault();
    add(button.form, Number(button.value), button.textContent.trim());
  });
  for (const name of ["page", "queue"]) addEventListener(name, repaint);
  addEventListener("pagehide", () => { for (const spot of [...adding.keys()]) out(spot); });
}

function add(form, by, label) {
  const { spot } = form.dataset;
  const now = Number(form.dataset.number) + sum(spot);
  const next = Math.max(Number(form.dataset.low), Math.min(Number(form.dataset.high), now + by));
  if (next === now) return;
  if (performance.now() - adding.get(spot)?.at > LONG_MS) out(spot); // the phone has slept meanwhile
  const held = adding.get(spot) ?? { by: 0, tap: { to: where(), label }, id: freshId(), seat: form.elements.seat.value };
  adding.set(spot, held);
  held.by += next - now;
  held.at = performance.now();
  // Kept from the first touch on, so that none is lost with a page that dies before they are sent.
  Object.assign(held.tap, { later: true, body: new URLSearchParams({ id: held.id, spot, seat: held.seat, by: String(held.by) }).toString() });
  clearTimeout(held.timer);
  held.timer = setTimeout(() => out(spot), QUIET_MS);
  send(held.tap);
  navigator.vibrate?.(8);
}

function out(spot) {
  const { tap, timer, by } = adding.get(spot);
  clearTimeout(timer);
  adding.delete(spot);
  tap.later = false;
  if (by) send(tap);
  else forget(tap);
}

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
