// A photo goes out as soon as it is taken, in full: small codes need every pixel. The bar is true, not decoration.

import { hold } from "./send.js";

export function photos() {
  addEventListener("change", (event) => {
    const form = event.target.closest("form[data-photo]");
    if (form && event.target.type === "file" && event.target.files.length) send(form, event.target);
  });
}

function send(form, input) {
  const box = form.querySelector(".progress"), bar = form.querySelector("progress"), words = form.querySelector("[data-progress-text]");
  const data = new FormData(form);
  box.hidden = false;
  const free = hold();
  const request = new XMLHttpRequest();
  request.onloadend = free;
  request.open("POST", form.action);
  request.upload.onprogress = (event) => {
    if (event.lengthComputable) bar.value = (100 * event.loaded) / event.total;
    words.textContent = event.loaded < event.total ? `Sending the photo: ${Math.round(event.loaded / 1e5) / 10} of ${Math.round(event.total / 1e5) / 10} MB` : "Reading the cards";
  };
  request.onload = () => show(request.responseText);
  request.onerror = () => {
    bar.value = 0;
    words.textContent = "The table could not be reached. The photo is still here: tap the picture to send it again.";
    input.value = "";
  };
  request.send(data);
}

function show(text) {
  const page = new DOMParser().parseFromString(text, "text/html");
  document.title = page.title;
  document.body.replaceWith(document.adoptNode(page.body));
  scrollTo(0, 0);
  dispatchEvent(new Event("page"));
  document.querySelector("h1")?.setAttribute("tabindex", "-1");
  document.querySelector("h1")?.focus({ preventScroll: true });
}
