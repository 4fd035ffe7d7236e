// A thing of the board, looked at closely: its page, shown over the table.
import { ask } from "./request.js";
import { say } from "./say.js";

export async function look(spot) {
  const place = document.getElementById("look");
  if (!place) return;
  const to = `/t/${document.body.dataset.code}/thing/${encodeURIComponent(spot)}`;
  let page;
  try {
    page = new DOMParser().parseFromString((await ask(to)).text, "text/html");
  } catch {
    return void say("The table cannot be reached just now.");
  }
  const found = page.getElementById("thing");
  if (!found) return void say("That does not lie there any more.");
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
