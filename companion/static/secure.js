// Finds out whether this browser trusts the computer: a picture from the HTTPS address shows only then.
import { _ } from "./words.js";

export function secure() {
  const banner = document.querySelector("[data-trust]"), { secure: address } = document.body.dataset;
  if (!banner || !address) return;
  const say = (state, title, text) => {
    banner.dataset.trust = state;
    banner.classList.toggle("tone-good", state === "yes");
    banner.classList.toggle("tone-act", state !== "yes");
    banner.querySelector("[data-trust-title]").textContent = title;
    banner.querySelector("[data-trust-text]").textContent = text;
  };
  const look = () => {
    const picture = new Image();
    picture.onload = () => say("yes", _("This phone trusts it"), _("Open the live camera; there is nothing more to do."));
    picture.onerror = () => {
      say("no", _("Not yet"), _("Go past the warning once (1), or trust it for good (2). Your seat comes along."));
      setTimeout(look, 3000);
    };
    picture.src = `${address}/secure/trusted.svg?${Date.now()}`;
  };
  look();
}
