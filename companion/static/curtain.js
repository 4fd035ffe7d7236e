// One phone for several people. A curtain in the next person's colour and shape lies over the screen before anything of
// theirs is asked for; holding shows it while the finger stays, "I am ..." twice opens it until the phone lies still.

const STILL_MS = 20000, ARMED_MS = 4000;
const root = document.documentElement;
let touched = Date.now(), holding = false, armed = 0;

const dialog = () => document.getElementById("curtain");
const tabs = () => document.querySelector(".tabs[data-viewer]");
const viewer = () => tabs()?.dataset.viewer;
const table = () => document.body.dataset.code;
const without = () => localStorage.getItem(`tw-no-curtain-${table()}`) === "1";
const isOpen = () => root.hasAttribute("data-open");

export function curtain() {
  addEventListener("submit", passing, true);
  for (const name of ["pointerdown", "keydown", "scroll"]) addEventListener(name, () => { touched = Date.now(); }, { capture: true, passive: true });
  document.addEventListener("visibilitychange", () => { if (document.hidden) close(next()); });
  addEventListener("pagehide", remember);
  addEventListener("pageshow", (event) => { if (event.persisted) close(next()); });
  setInterval(() => { if (isOpen() && Date.now() - touched > STILL_MS) close(next()); }, 1000);
  addEventListener("page", refreshed);
  addEventListener("click", clicked);
  addEventListener("pointerdown", (event) => { if (event.target.closest("[data-peek]")) peek(event); });
  for (const name of ["pointerup", "pointercancel"]) addEventListener(name, unpeek);
  addEventListener("keydown", (event) => { if (!event.repeat && event.key === " " && event.target.matches?.("[data-peek]")) { event.preventDefault(); peek(event); } });
  addEventListener("keyup", (event) => { if (event.key === " ") unpeek(); });
  addEventListener("contextmenu", (event) => { if (event.target.closest(".curtain")) event.preventDefault(); });
  refreshed();
  // Somebody who has just opened it and goes from page to page is not asked again.
  const kept = JSON.parse(sessionStorage.getItem("tw-curtain") || "null");
  if (dialog() && kept && kept.table === table() && kept.seat === viewer() && Date.now() - kept.at < STILL_MS) open();
}

function remember() {
  if (isOpen() && dialog()) sessionStorage.setItem("tw-curtain", JSON.stringify({ table: table(), seat: viewer(), at: Date.now() }));
  else sessionStorage.removeItem("tw-curtain");
}

const next = () => tabs()?.dataset.next ?? viewer();

// A page of another person may have come by itself: then it is covered for them.
let shown;
function refreshed() {
  root.classList.toggle("no-curtain", without());
  if (!dialog() || without()) return;
  dialog().addEventListener("cancel", stay);
  if (isOpen() && shown !== undefined && shown !== viewer() && !sitting) close(viewer());
  shown = viewer();
  if (!isOpen()) close(root.dataset.curtain ?? viewer());
}
const stay = (event) => event.preventDefault();

function close(seat) {
  if (!dialog() || without() || seat === undefined) return;
  holding = false;
  // A page that only came anew leaves a button that was tapped once as it is.
  if (isOpen() || root.dataset.curtain !== seat) disarm();
  root.dataset.curtain = seat;
  root.removeAttribute("data-open");
  root.removeAttribute("data-peek");
  if (!dialog().open) dialog().showModal();
}
function open() {
  root.dataset.open = "";
  root.removeAttribute("data-peek");
  delete root.dataset.curtain;
  if (dialog().open) dialog().close();
  touched = Date.now();
}

// The view is asked for only now that its owner has said so.
let sitting = false;
function withView(seat, then) {
  if (viewer() === seat) return then();
  sitting = true;
  const arrived = () => {
    if (viewer() !== seat) return;
    removeEventListener("page", arrived);
    sitting = false;
    shown = seat;
    then();
  };
  addEventListener("page", arrived);
  document.querySelector(`form[data-sit="${seat}"]`).requestSubmit();
}

function passing(event) {
  const form = event.target, seat = form.dataset.pass ?? (form.elements?.then?.value || undefined);
  if (seat === undefined || !dialog() || without()) return;
  if (form.dataset.pass !== undefined) {
    event.preventDefault();
    event.stopPropagation();
  }
  close(seat);
}

function clicked(event) {
  const here = event.target.closest("[data-here]");
  if (here) {
    const seat = here.closest("[data-for]").dataset.for;
    if (here.hasAttribute("data-armed")) { disarm(); withView(seat, open); } else arm(here);
  }
  if (event.target.closest("[data-no-curtain]")) {
    localStorage.setItem(`tw-no-curtain-${table()}`, "1");
    root.classList.add("no-curtain");
    const seat = root.dataset.curtain ?? viewer();
    withView(seat, open);
  }
}
function arm(button) {
  const words = button.querySelector("span");
  button.dataset.armed = words.textContent;
  words.textContent = button.dataset.again;
  clearTimeout(armed);
  armed = setTimeout(disarm, ARMED_MS);
}
function disarm() {
  clearTimeout(armed);
  for (const button of document.querySelectorAll("[data-armed]")) {
    button.querySelector("span").textContent = button.dataset.armed;
    button.removeAttribute("data-armed");
  }
}

function peek(event) {
  const seat = event.target.closest("[data-for]").dataset.for;
  holding = true;
  withView(seat, () => { if (holding) { root.dataset.peek = ""; root.dataset.open = ""; } });
}
function unpeek() {
  if (!holding) return;
  holding = false;
  close(root.dataset.curtain ?? viewer());
}
