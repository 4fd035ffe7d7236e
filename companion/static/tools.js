// Dice, coin and clocks at a table. A throw lands in the form that asks for it, and is sent only by the person.
import { argument, eventOf, offer, random } from "./chance.js";

const MINUTES = "tw-turn-minutes";
const sheet = (name) => document.getElementById(`tool-${name}`);
let style = null;

export function tools() {
  if (style) return;
  style = styled();
  addEventListener("click", (event) => {
    const open = event.target.closest("dialog.card-sheet");
    if (open && event.target === open) open.close();
    if (open?.id === "tool-dice") thrownBy(event.target.closest("button"));
  });
  addEventListener("change", (event) => { if (event.target.name === "turn-minutes") localStorage.setItem(MINUTES, event.target.value); });
  addEventListener("page", tick);
  setInterval(tick, 1000);
  tick();
}

/** Their style sheet, which no page needs before. */
function styled() {
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: new URL("../tools.css", import.meta.url).href });
  const there = new Promise((ready) => { link.onload = link.onerror = ready; });
  document.head.append(link);
  return there;
}

let wanted = ""; // the one touched last, should its style or its script be slow to come
export async function openTool(name) {
  wanted = name;
  await style;
  if (name === "begins") await import("./who_begins.js");
  if (name !== wanted || sheet(name).open) return;
  if (name === "dice") ready();
  if (name === "clocks") for (const input of sheet(name).querySelectorAll("[name=turn-minutes]")) input.checked = input.value === (localStorage.getItem(MINUTES) || "0");
  if (name === "begins") (await import("./who_begins.js")).whoBegins();
  sheet(name).showModal();
}

const dice = () => [...document.querySelectorAll("#sheet fieldset[data-field]:not([data-several])")].filter((one) => [...one.querySelectorAll("input[type=radio]")].map((input) => input.value).join() === "1,2,3,4,5,6");
function coins() {
  const found = {};
  for (const form of document.querySelectorAll("#sheet form[data-send]")) {
    const side = argument(eventOf(form), "option");
    if (side === "heads" || side === "tails") found[side] = form;
  }
  return found;
}

function ready() {
  const box = sheet("dice");
  box.querySelector("[data-roll-asked]").hidden = !dice().length;
  box.querySelector(".thrown").textContent = "–";
  box.querySelector("[data-landed]").hidden = true;
  offer(box.querySelector("[data-use]"), null);
}

function thrownBy(button) {
  if (!button) return;
  const box = sheet("dice"), { sides, dice: many } = button.dataset;
  if (button.matches("[data-roll-asked]")) {
    const values = dice().map((one) => fill(one, 1 + random(6)));
    show(values.join("  "));
    box.querySelector("[data-landed]").hidden = false;
  } else if (sides || many) show(Array.from({ length: Number(many || 1) }, () => 1 + random(Number(sides || 6))).join("  "));
  else if (button.matches("[data-coin]")) {
    const side = random(2) ? "heads" : "tails";
    show(button.dataset[side]);
    offer(box.querySelector("[data-use]"), coins()[side]);
  }
}
function fill(field, value) {
  const input = field.querySelector(`input[value="${value}"]`);
  input.checked = true;
  input.dispatchEvent(new Event("change", { bubbles: true }));
  return value;
}
function show(text) {
  const place = sheet("dice").querySelector(".thrown");
  place.textContent = text;
  place.classList.remove("fell");
  void place.offsetWidth; // the same result again is a new throw, and is seen as one
  place.classList.add("fell");
}

// ---- clocks, by the times of the log: a reload changes nothing ----
let warned = "";
function tick() {
  for (const place of document.querySelectorAll("[data-since]")) {
    const seconds = Math.max(0, Math.floor(Date.now() / 1000 - Number(place.dataset.since)));
    const two = (number) => String(number).padStart(2, "0"), hours = Math.floor(seconds / 3600);
    const text = `${hours ? `${hours}:${two(Math.floor(seconds / 60) % 60)}` : Math.floor(seconds / 60)}:${two(seconds % 60)}`;
    const last = place.lastChild?.nodeType === 3 ? place.lastChild : place.appendChild(document.createTextNode(""));
    if (last.data !== text) last.data = text;
  }
  const turn = document.querySelector("[data-since][data-turn]"), minutes = Number(localStorage.getItem(MINUTES) || 0);
  const late = Boolean(turn && minutes && Date.now() / 1000 - Number(turn.dataset.since) > minutes * 60);
  document.querySelector("[data-tool=clocks]")?.classList.toggle("late", late);
  if (late && warned !== turn.dataset.since) {
    warned = turn.dataset.since;
    if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(300);
  }
}
