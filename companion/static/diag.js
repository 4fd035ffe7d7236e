// What this browser has and has not, for finding out why something does not work.
import { age, isOpen } from "./live.js";
import { awakeState } from "./awake.js";

export function diag() {
  const place = document.getElementById("diag");
  const draw = () => {
    const facts = {
      "Safe connection (HTTPS)": isSecureContext ? "yes" : "no: photos instead of a live camera",
      "Screen stays on": awakeState(),
      "Live updates": document.body.dataset.stream ? (isOpen() ? `on, last word ${Math.round(age() / 1000)} s ago` : "off") : "open this page from a table to see",
      "Vibration": "vibrate" in navigator ? "yes" : "no",
      "Waiting to be sent": document.body.dataset.queued || "0",
      "Browser": navigator.userAgent,
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
