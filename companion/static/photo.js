// A photo goes out as soon as it is taken, in full: small codes need every pixel. The bar is true, not decoration.

import { freshId } from "./fresh_id.js";
import { addStyles } from "./morph.js";
import { passing } from "./request.js";
import { hold } from "./send.js";
import { _ } from "./words.js";

const SILENT_MS = 8000, READING_MS = 60000; // without a byte leaving the phone; while the cards are read

export function photos() {
  const take = (input) => { if (input.files?.length && input.closest("[data-photo]")) send(input.form, input); };
  addEventListener("change", (event) => take(event.target));
  // A photo chosen while this script was still on its way. Going back or reloading brings old photos into the form again:
  // those have been sent.
  if (performance.getEntriesByType("navigation")[0]?.type === "navigate") document.querySelectorAll("input").forEach(take);
}

function send(form, input) {
  // A new photo is a new event, also where somebody came back to this page; the same photo sent again is not.
  form.elements.id.value = freshId();
  const data = new FormData(form);
  input.disabled = true;
  form.querySelector(".progress").hidden = false;
  attempt(form, data, hold(), 0);
}

function attempt(form, data, free, tries) {
  const bar = form.querySelector("progress"), words = form.querySelector("[data-progress-text]");
  const request = new XMLHttpRequest();
  let silence = 0;
  const listen = (ms) => { clearTimeout(silence); silence = setTimeout(() => { request.abort(); late(); }, ms); };
  request.open("POST", form.action);
  listen(SILENT_MS);
  request.upload.onprogress = ({ loaded, total, lengthComputable }) => {
    listen(loaded < total ? SILENT_MS : READING_MS);
    if (lengthComputable) bar.value = 100 * loaded / total;
    words.textContent = loaded < total ? _("Sending the photo: {done} of {total} MB", { done: megabytes(loaded), total: megabytes(total) }) : form.dataset.reading ?? _("Reading the cards");
  };
  request.onload = () => {
    // Where the server breaks on it a third time, the fault is the photo's.
    if (!request.getResponseHeader("Tablewright") || (passing(request) && (request.status !== 500 || tries < 2))) return late(request.getResponseHeader("Retry-After"));
    clearTimeout(silence);
    free();
    show(request.responseText);
  };
  request.onerror = () => late();
  const late = (wait) => {
    clearTimeout(silence);
    bar.value = 0;
    words.textContent = _("Out of reach; the photo is kept and goes out again by itself.");
    setTimeout(attempt, Math.max(1000 * wait || 0, Math.min(1000 * 2 ** tries, 15000)), form, data, free, tries + 1);
  };
  request.send(data);
}

const megabytes = (bytes) => (bytes / 1e6).toFixed(1);

function show(text) {
  const page = new DOMParser().parseFromString(text, "text/html"), head = page.querySelector("h1");
  document.title = page.title;
  addStyles(page);
  document.body.replaceWith(page.body);
  scrollTo(0, 0);
  dispatchEvent(new Event("page"));
  if (!head) return;
  head.tabIndex = -1;
  head.focus({ preventScroll: true });
}
