// Keeps the screen on while a table is open, or a camera that needs no touch, where the browser can, and says truly whether it does.
import { _ } from "./words.js";

let lock = null;
export const awakeState = () => (!("wakeLock" in navigator) ? _("not over this connection") : lock ? _("on") : _("off"));

export function awake() {
  if (document.body.dataset.stream) stayAwake();
}

export function stayAwake() {
  hold();
  document.addEventListener("visibilitychange", hold);
  addEventListener("pointerup", hold, { passive: true });
  addEventListener("page", paint);
}

async function hold() {
  if (!("wakeLock" in navigator) || lock || document.hidden) return paint();
  try {
    lock = await navigator.wakeLock.request("screen");
    lock.addEventListener("release", () => { lock = null; paint(); });
  } catch { lock = null; }
  paint();
}

function paint() {
  const mark = document.getElementById("awake");
  if (!mark) return;
  mark.hidden = false;
  mark.dataset.state = lock ? "on" : "wait";
  if (mark.hasAttribute("data-phone")) mark.textContent = lock ? _("This phone’s screen stays on while the table is open.") : _("This phone’s screen may go dark by itself.");
  else mark.textContent = lock ? _("screen stays on") : _("set this screen to stay on");
}
