// The print page alive: every change shows at once, pages turn without loading, the check comes by itself.
import { say } from "./say.js";
import { _ } from "./words.js";

const PATIENCE_MS = 1200;
const wait = (ms) => new Promise((done) => setTimeout(done, ms));

export function print() {
  const form = document.getElementById("print-form");
  if (form) choosing(form);
  const job = document.querySelector("[data-job]");
  if (job) watching(job);
}

function choosing(form) {
  form.addEventListener("change", (event) => {
    const ticked = event.target;
    if (ticked.name === "what" && ticked.checked) for (const other of form.elements.what) if (other.dataset.whole !== ticked.dataset.whole) other.checked = false;
    show(`/print?${new URLSearchParams(new FormData(form))}`, ticked.name === "game");
  });
  form.addEventListener("submit", (event) => { event.preventDefault(); show(`/print?${new URLSearchParams(new FormData(form))}`); });
  document.addEventListener("click", (event) => {
    const turn = event.target.closest("[data-turn]");
    if (!turn || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    show(turn.getAttribute("href"), false, turn.rel);
  });
  addEventListener("keydown", (event) => {
    if (event.target.closest("input, select, textarea, .leaves")) return;
    const way = { ArrowLeft: "prev", ArrowRight: "next" }[event.key];
    document.querySelector(`[data-turn][rel="${way}"]`)?.click();
  });
  ready();
}

let turn = 0;
async function show(address, another = false, focus = "") {
  const mine = ++turn;
  const view = document.getElementById("print-result");
  view.setAttribute("aria-busy", "true");
  let page;
  try {
    page = new DOMParser().parseFromString(await (await fetch(address)).text(), "text/html");
  } catch { return void say(_("The companion does not answer; check that it is still running.")); }
  if (mine !== turn) return;
  const found = page.getElementById("print-result"), sheet = found?.querySelector("[data-sheet]");
  if (!found) return void location.assign(address);
  if (sheet) { // the old page stays in sight until the new one is drawn
    const drawn = new Image();
    drawn.src = sheet.getAttribute("src");
    await Promise.race([drawn.decode().catch(() => {}), wait(PATIENCE_MS)]);
  }
  if (mine !== turn) return;
  const at = view.querySelector(".leaves")?.scrollLeft || 0;
  view.replaceWith(found);
  const leaves = found.querySelector(".leaves");
  if (leaves) leaves.scrollLeft = at;
  if (another) for (const id of ["print-what", "print-spelling", "print-single", "print-second"]) document.getElementById(id).replaceWith(page.getElementById(id));
  const told = page.querySelector('main > [role="alert"]'), old = document.querySelector('main > [role="alert"]');
  old?.remove();
  if (told) document.getElementById("main").prepend(told);
  history.replaceState(null, "", address);
  if (focus) found.querySelector(`[data-turn][rel="${focus}"]`)?.focus({ preventScroll: true });
  say(told?.textContent || found.querySelector(".flip p")?.textContent || _("The page has changed."));
  ready();
}

function ready() {
  const leaves = document.querySelector(".leaves"), now = leaves?.querySelector('[aria-current="page"]')?.parentElement;
  if (now) leaves.scrollTo({ left: now.offsetLeft - leaves.offsetLeft - (leaves.clientWidth - now.clientWidth) / 2 });
  watch?.disconnect();
  const peek = document.querySelector(".peek");
  if (peek) (watch = new IntersectionObserver(([seen]) => { peek.hidden = seen.isIntersecting || seen.boundingClientRect.top < 0; })).observe(document.querySelector(".print-view"));
  check(turn);
}
let watch = null;

// The check takes some seconds: it is asked for once somebody has stopped choosing, and again while others are served.
async function check(mine) {
  const place = document.querySelector("[data-check]");
  if (!place) return;
  place.querySelector("[data-waiting]").hidden = false;
  await wait(900);
  for (let tries = 0; tries < 20 && mine === turn && place.isConnected; tries += 1) {
    const answer = await fetch(place.dataset.check).catch(() => null);
    if (answer?.ok && mine === turn) {
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      for (const part of ["#print-check", ".facts"]) {
        const found = page.querySelector(part), old = document.querySelector(`#print-result ${part}`);
        if (found && old && mine === turn) old.replaceWith(found);
      }
      return;
    }
    await wait(1000 * Number(answer?.headers.get("Retry-After") || 3));
  }
}

async function watching(job) {
  for (;;) {
    await wait(400);
    const answer = await fetch(job.dataset.job).catch(() => null);
    if (answer?.status === 404) return void location.reload();
    if (!answer?.ok) continue;
    const now = await answer.json();
    if (now.state === "ready" || now.state === "failed") return void location.reload();
    job.querySelector("progress").value = now.done;
    job.querySelector("[data-job-said]").textContent = now.state !== "waiting" || !now.ahead ? _("Page {page} of {count}", { page: now.done, count: now.total })
      : now.ahead === 1 ? _("Waiting for 1 other print") : _("Waiting for {count} other prints", { count: now.ahead });
  }
}
