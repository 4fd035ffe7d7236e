// Forms go out in the background. What cannot be sent waits on the phone and goes out, with the same id, when the
// table can be reached again: sent twice, it counts once.
import { _ } from "./words.js";

const KEPT = "tw-waiting";
let open = 0, sent = () => {}, flushing = false;

export const busy = () => open > 0;
/** Keep the page as it is until the function this gives back is called. */
export const hold = () => { open++; return () => { open--; }; };
export const onSent = (listener) => { sent = listener; };

const queue = () => JSON.parse(localStorage.getItem(KEPT) || "[]");
function keep(list) {
  localStorage.setItem(KEPT, JSON.stringify(list));
  document.body.dataset.queued = String(list.length);
  dispatchEvent(new Event("queue"));
}

export function sending() {
  document.body.dataset.queued = String(queue().length);
  if (queue().length) later();
  addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.matches("[data-send]") || event.defaultPrevented) return;
    event.preventDefault();
    if (form.dataset.sending) return;
    const data = new FormData(form, event.submitter && event.submitter.name ? event.submitter : undefined);
    submit(form, event.submitter, new URLSearchParams(data).toString());
  });
}

async function submit(form, button, body) {
  form.dataset.sending = "1";
  const mark = setTimeout(() => button && button.setAttribute("data-busy", ""), 250); // quick answers need no sign
  open++;
  try {
    const answer = await post(form.action, body);
    open--;
    sent(await answer.text(), answer.url);
  } catch {
    open--;
    keep([...queue(), { to: new URL(form.action).pathname, body }]);
    later();
    say(_("Kept on this phone; it is sent as soon as the table can be reached."));
  }
  clearTimeout(mark);
  button?.removeAttribute("data-busy");
  delete form.dataset.sending;
}

/** Send a body by itself; what cannot be sent waits like a form. `arrived` is called before the answer is shown. */
export async function deliver(to, body, arrived) {
  open++;
  try {
    const answer = await post(to, body);
    const text = await answer.text();
    open--;
    arrived();
    sent(text, answer.url);
  } catch {
    open--;
    keep([...queue(), { to, body }]);
    later();
    say(_("Kept on this phone; it is sent as soon as the table can be reached."));
  }
}

const post = (to, body) => fetch(to, { method: "POST", body, headers: { "Content-Type": "application/x-www-form-urlencoded" } });

export async function flush() {
  if (flushing) return;
  flushing = true;
  try {
    for (let list = queue(); list.length; list = queue()) {
      const [first, ...rest] = list;
      const answer = await post(first.to, first.body);
      keep(rest);
      if (first.to.startsWith(`/t/${document.body.dataset.code}/`)) sent(await answer.text(), answer.url);
    }
  } catch { /* still out of reach; the next connection tries again */ }
  flushing = false;
}

let turn = 0;
// The stream may not have noticed that the network was away, so the queue knocks by itself.
function later() {
  clearTimeout(turn);
  turn = setTimeout(async () => { await flush(); if (queue().length) later(); }, 3000);
}

export function say(text) {
  const place = document.getElementById("live");
  place.textContent = "";
  place.textContent = text;
}
