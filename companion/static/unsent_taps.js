// Taps that were refused after all, with the reason, until somebody has read it; and those that are answered with a
// fault again and again, which a person may give up.
import { _ } from "./words.js";

let shown = "";

/** Show them over the page; `forget` is called with a tap whose button is pressed. */
export function unsentTaps(taps, forget) {
  const place = document.getElementById("unsent"), now = JSON.stringify(taps);
  if (now === shown || !place) return;
  shown = now;
  place.replaceChildren(...taps.map((tap) => notice(tap, () => forget(tap))));
}

function notice(tap, pressed) {
  const box = made("div", "say no"), text = made("p"), button = made("button", "btn small");
  text.textContent = tap.no ? _("“{what}” did not count. {why}", { what: tap.label, why: tap.no }) : _("“{what}” is not saved yet. {why}", { what: tap.label, why: tap.why });
  button.textContent = tap.no ? _("All right") : _("Give it up");
  button.type = "button";
  button.onclick = pressed;
  box.setAttribute("role", "alert");
  box.append(text, button);
  return box;
}

const made = (name, className = "") => Object.assign(document.createElement(name), { className });
