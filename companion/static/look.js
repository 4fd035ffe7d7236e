// A thing of the board, looked at closely: its page, shown over the table.
import { ask } from "./request.js";
import { say } from "./say.js";
import { _ } from "./words.js";

const PATIENCE_MS = 10000;
let coming = ""; // the spot whose page is on its way: what was touched last, whichever answer comes first

export async function look(spot) {
  const place = document.getElementById("look");
  if (!place || coming === spot) return;
  coming = spot;
  const to = `/t/${document.body.dataset.code}/thing/${encodeURIComponent(spot)}`;
  const answer = await ask(to, {}, PATIENCE_MS).catch(() => null);
  if (coming !== spot) return;
  coming = "";
  if (!answer) return void say(_("The table cannot be reached right now."), true);
  const found = new DOMParser().parseFromString(answer.text, "text/html").getElementById("thing");
  if (!found) return void say(_("That is not there any more."), true);
  rename(found);
  place.replaceChildren(document.importNode(found, true));
  if (!place.open) place.showModal();
  place.querySelector("h1")?.focus({ preventScroll: true });
}

// The same form may stand in the sheet as well, and an id names one thing of a page.
function rename(root) {
  for (const name of ["id", "for", "form", "aria-describedby"])
    for (const node of root.querySelectorAll(`[${name}]`)) node.setAttribute(name, `look-${node.getAttribute(name)}`);
}

// Once this has been loaded, with the first look.
looking();
function looking() {
  addEventListener("click", (event) => {
    const place = document.getElementById("look");
    if (!place?.open) return;
    if (event.target.closest("[data-close]") || event.target === place) { event.preventDefault(); place.close(); }
  });
  addEventListener("submit", (event) => { if (event.target.closest("#look")) setTimeout(() => document.getElementById("look")?.close()); });
}
