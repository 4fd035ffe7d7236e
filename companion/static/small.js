// Small comforts: copying a link, following a form, patience with a long download.
import { say } from "./say.js";
import { _ } from "./words.js";

export function small() {
  addEventListener("click", async (event) => {
    const copy = event.target.closest("[data-copy]");
    if (copy) return void copied(copy);
    if (event.target.closest("[data-download]")) document.querySelector("[data-download-text]").textContent = _("Drawing every card; the download starts by itself.");
  });
  addEventListener("change", (event) => {
    const form = event.target.closest("form[data-follow]");
    if (form) follow(form);
  });
  // What was changed while this script was on its way is followed too.
  for (const form of document.querySelectorAll("form[data-follow]")) if ([...form.querySelectorAll("input")].some(changed)) follow(form);
}
const changed = (input) => input.checked !== input.defaultChecked || (input.type !== "hidden" && input.value !== input.defaultValue);

async function copied(button) {
  const text = button.dataset.copy;
  try {
    await navigator.clipboard.writeText(text);
  } catch { // plain HTTP has no clipboard; the old way still works there
    const box = Object.assign(document.createElement("textarea"), { value: text });
    document.body.append(box);
    box.select();
    document.execCommand("copy");
    box.remove();
  }
  say(_("The link is copied."));
  const words = [...button.childNodes].find((node) => node.nodeType === 3 && node.data.trim());
  if (words) { const old = words.data; words.data = _("Copied"); setTimeout(() => { words.data = old; }, 1800); }
}

let turn = 0;
async function follow(form) {
  const mine = ++turn;
  const url = `${form.getAttribute("action")}?${new URLSearchParams(new FormData(form))}`;
  const answer = await fetch(url);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (mine !== turn) return;
  for (const id of (form.dataset.follow || "print-result").split(" ")) {
    const place = document.getElementById(id), found = page.getElementById(id);
    // What is just being typed into stays; it is what the answer was made from.
    if (place && found && !place.contains(document.activeElement)) place.replaceWith(found);
  }
  history.replaceState(null, "", url);
  say(_("The page has changed."));
}
