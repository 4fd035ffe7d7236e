// What this browser has and has not, for finding out why something does not work.
import { age, isOpen, live } from "./live.js";
import { awake, awakeState } from "./awake.js";
import { _ } from "./words.js";

export function diag() {
  const place = document.getElementById("diag");
  awake();
  live();
  const draw = () => {
    const facts = {
      [_("Safe connection (HTTPS)")]: isSecureContext ? _("yes") : _("no: photos instead of a live camera"),
      [_("Screen stays on")]: awakeState(),
      [_("Live updates")]: !document.body.dataset.stream ? _("open this page from a table to see")
        : isOpen() ? _("on, last word {count} s ago", { count: Math.round(age() / 1000) }) : _("off"),
      [_("Vibration")]: "vibrate" in navigator ? _("yes") : _("no"),
      [_("Waiting to be sent")]: document.body.dataset.queued || "0",
      [_("Browser")]: navigator.userAgent,
    };
    place.replaceChildren(...Object.entries(facts).map(([name, value]) => {
      const row = document.createElement("div"), dt = document.createElement("dt"), dd = document.createElement("dd");
      dt.textContent = name;
      dd.textContent = value;
      row.append(dt, dd);
      return row;
    }));
  };
  draw();
  setInterval(draw, 1000);
}
