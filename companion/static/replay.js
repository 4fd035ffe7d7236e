// A past table in motion: the scrubber and the arrows fetch the step and put it in place; Play goes on by itself.
import { morph } from "./morph.js";

const STEP_MS = 1600;
let timer = 0, asked = 0;

const range = () => document.getElementById("step");
const playing = () => timer !== 0;

export function replay() {
  addEventListener("input", (event) => { if (event.target.id === "step") { stop(); show(event.target.value); } });
  addEventListener("click", (event) => {
    const link = event.target.closest("a[href*='/replay?step=']"), play = event.target.closest("[data-play]");
    if (play) return playing() ? stop() : start();
    if (!link || event.metaKey || event.ctrlKey) return;
    event.preventDefault();
    stop();
    show(new URL(link.href).searchParams.get("step"));
  });
  document.addEventListener("visibilitychange", () => { if (document.hidden) stop(); });
}

function start() {
  if (Number(range().value) >= Number(range().max)) show(0);
  timer = setInterval(() => {
    const next = Number(range().value) + 1;
    if (next > Number(range().max)) stop(); else show(next);
  }, STEP_MS);
  paint();
}

function stop() {
  clearInterval(timer);
  timer = 0;
  paint();
}

function paint() {
  const button = document.querySelector("[data-play]");
  button.textContent = playing() ? button.dataset.pauseLabel : button.dataset.playLabel;
}

// The newest step asked for wins, however the answers arrive.
async function show(step) {
  const mine = ++asked, url = `${range().dataset.scrub}?step=${step}`;
  let answer;
  try { answer = await fetch(url); } catch { return stop(); }
  if (!answer.ok) return stop();
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (mine !== asked) return;
  for (const place of ["main", "#sheet"]) {
    const here = document.querySelector(place), there = page.querySelector(place);
    if (here && there) morph(here, there);
  }
  range().value = step;
  range().setAttribute("aria-valuetext", page.querySelector(".replay-head h1").textContent);
  history.replaceState(null, "", url);
  paint();
}
