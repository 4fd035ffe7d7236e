// A past table in motion: the scrubber and the arrows fetch the step and put it in place; Play goes on by itself.
import { morph } from "./morph.js";

const STEP_MS = 1600;
let run = 0, running = 0, asked = 0; // running: the run of Play that goes on, or 0

const range = () => document.getElementById("step");
const playing = () => running !== 0;

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

// Each step is on the screen before the next is waited for, however slow the network is.
async function start() {
  const mine = (running = ++run), goesOn = () => running === mine;
  paint();
  if (Number(range().value) >= Number(range().max)) await show(0);
  while (goesOn()) {
    await new Promise((resolve) => setTimeout(resolve, STEP_MS));
    if (!goesOn()) return;
    const next = Number(range().value) + 1;
    if (next > Number(range().max)) return stop();
    await show(next);
  }
}

function stop() {
  running = 0;
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
