// Life totals for any game. What happened is a list of changes, kept on this phone and, where the server is in reach, there
// too, so that other phones and the TV follow and count along; every number is the sum of them.
import { folded, newest, newId, shortened } from "./counts.js";
import { hasLeft, isLinked, sharing, soon } from "./counter_sharing.js";

const KEPT = "tw-counter", FOLLOWED = "tw-counter-followed", LAST = "tw-counter-start";
const TOGETHER_MS = 1500; // taps in quick succession are one change
const HOLD_MS = 500, RUN_MS = 420, FASTEST_MS = 110, LATE_MS = 50, SLOP_PX = 12, STRIDE = 5;
const MOST = 2000, LINES = 500, PAST = 4, SHOWN = 60;

const followed = document.body.dataset.shared; // the code of a counter another phone has opened
let game = null, now = null, last = null, sheetFor = 0;
const find = (id) => document.getElementById(id);
const seats = () => [...document.querySelectorAll(".life")];
const minus = (number) => String(number).replace("-", "−");
const signed = (number) => (number < 0 ? minus(number) : `+${number}`);
const time = () => Date.now() + game.offset;

export function counter() {
  game = kept();
  if (followed && game?.code !== followed) game = begun(Number(document.body.dataset.players), Number(document.body.dataset.start), { code: followed, followed: true });
  if (game) now = folded(game);
  if (!followed) { find("go-on").hidden = !game; find("go-on").addEventListener("click", show); starts(); }
  for (const seat of seats()) touch(seat);
  find("lives").addEventListener("click", bar);
  sheets();
  setInterval(clock, 500);
  addEventListener("hashchange", follow);
  addEventListener("storage", (event) => { if (event.key === place()) { game = kept(); if (game) again(); } });
  document.addEventListener("visibilitychange", awake);
  follow();
  sharing(() => game, () => { keep(); again(); });
}
const again = () => { now = folded(game); paint(); };

// The numbers of players are links, so that a tap counts that comes before this script has loaded.
function follow() {
  const players = location.hash.match(/^#([2-6])$/);
  if (players && !followed) begin(Number(players[1]));
  else if (followed || (location.hash === "#table" && game)) show();
  else hide();
}

// ---- what is kept ----
const place = () => (followed ? FOLLOWED : KEPT);
function kept() {
  try {
    const found = JSON.parse(localStorage.getItem(place()));
    return found && found.players >= 2 && Array.isArray(found.pending) ? found : null;
  } catch { return null; }
}
function keep() {
  try { localStorage.setItem(place(), JSON.stringify(game)); } catch { /* a full or private storage: it counts on all the same */ }
}
function starts() {
  const last = localStorage.getItem(LAST) || "20", number = find("start-number");
  const named = document.querySelector(`[name=start][value="${CSS.escape(last)}"]`);
  // What was chosen while this script was on its way stays chosen.
  const chosen = [...document.querySelectorAll("[name=start]")].some((one) => one.checked !== one.defaultChecked);
  if (!chosen) (named || find("start-other")).checked = true;
  if (!named && number.value === number.defaultValue) number.value = last;
  const paint = () => { find("start-box").hidden = !find("start-other").checked; };
  for (const input of document.querySelectorAll("[name=start]")) input.addEventListener("change", paint);
  paint();
}
function startValue() {
  const chosen = document.querySelector("[name=start]:checked").value;
  const value = Math.trunc(Number(chosen === "other" ? find("start-number").value : chosen));
  return Number.isFinite(value) ? Math.max(0, Math.min(9999, value)) : 20;
}

function begin(players) {
  const start = startValue();
  localStorage.setItem(LAST, String(start));
  const names = now?.names ?? [];
  game = begun(players, start);
  now = folded(game);
  names.slice(0, players).forEach((name, seat) => { if (name) add({ kind: "name", seat, name }); });
  keep();
  soon();
  show();
}
function begun(players, start, more) {
  return { players, start, code: "", rev: 0, kept: [], pending: [], began: Date.now(), offset: 0, ...more };
}

function show() {
  if (!followed && location.hash !== "#table") history[/^#\d$/.test(location.hash) ? "replaceState" : "pushState"](null, "", "#table");
  if (!followed) find("picker").hidden = true;
  find("lives").hidden = false;
  find("lives").dataset.of = String(game.players);
  document.documentElement.classList.add("counting");
  paint();
  awake();
}
function hide() {
  find("picker").hidden = false;
  find("lives").hidden = true;
  find("go-on").hidden = !game;
  document.documentElement.classList.remove("counting");
}

// ---- numbers ----
const sum = (seat, counter, source) => now.lines.reduce((all, one) => all + (one.seat === seat && one.counter === counter && (source === undefined || one.source === source) ? one.by : 0), 0);
const commanded = (seat) => sum(seat, "commander");
const total = (seat) => game.start + sum(seat, "life") - commanded(seat);
const nameOf = (seat) => now.names[seat] || document.querySelector(`.life[data-seat="${seat}"]`).getAttribute("aria-label");

function add(change) {
  game.pending.push({ id: newId(), at: time(), ...change });
  if (!game.code && game.pending.length > MOST) game = shortened(game, LINES);
  now = folded(game);
  keep();
  soon();
}
function change(seat, by, counter = "life", source) {
  const at = Date.now(), open = game.pending.at(-1), more = last && last.seat === seat && last.counter === counter && last.source === source && at - last.at < TOGETHER_MS;
  last = { seat, counter, source, at, group: more ? last.group : newId() };
  if (more && open?.group === last.group && open.kind === "count" && !hasLeft(open)) {
    Object.assign(open, { by: open.by + by, at: time() });
    now = folded(game);
    keep();
    soon();
  } else add({ kind: "count", group: last.group, seat, counter, by, ...(source === undefined ? {} : { source }) });
  paint(seat);
}
function undo() {
  const group = newest(now);
  last = null;
  if (group) add({ kind: "undo", group });
  paint();
}

// ---- touching a half: a tap is one, holding runs in fives and faster ----
function touch(seat) {
  const at = Number(seat.dataset.seat);
  for (const half of seat.querySelectorAll(".half")) {
    const by = Number(half.dataset.by);
    let down = null;
    const stop = () => { clearTimeout(down?.timer); half.classList.remove("down"); down = null; };
    half.addEventListener("pointerdown", (event) => {
      if (event.button) return;
      down = { x: event.clientX, y: event.clientY, ran: false, late: false, pause: RUN_MS };
      half.setPointerCapture?.(event.pointerId);
      half.classList.add("down");
      const wait = (ms) => Object.assign(down, { due: performance.now() + ms, timer: setTimeout(run, ms) });
      const run = () => {
        // On a phone that was busy meanwhile the finger may have left: what waits is heard before anything is counted.
        down.late = !down.late && performance.now() - down.due > LATE_MS;
        if (down.late) return void wait(LATE_MS);
        down.ran = true;
        change(at, by * STRIDE);
        down.pause = Math.max(FASTEST_MS, down.pause * 0.84);
        wait(down.pause);
      };
      wait(HOLD_MS);
    });
    half.addEventListener("pointermove", (event) => {
      if (down && !down.ran && Math.hypot(event.clientX - down.x, event.clientY - down.y) > SLOP_PX * 3) stop();
    });
    half.addEventListener("pointerup", () => {
      if (down && !down.ran) change(at, by);
      stop();
    });
    half.addEventListener("pointercancel", stop);
    half.addEventListener("contextmenu", (event) => event.preventDefault());
    // By keyboard and by screen readers: a click that no pointer made.
    half.addEventListener("click", (event) => { if (event.detail === 0) change(at, by); });
  }
}

// ---- drawing ----
let fade = [];
function paint(changed) {
  for (const seat of seats()) {
    const at = Number(seat.dataset.seat);
    seat.hidden = at >= game.players;
    if (!seat.hidden) one(seat, at);
  }
  const line = now.lines.at(-1), button = document.querySelector("[data-undo]");
  button.disabled = !newest(now);
  button.querySelector("[data-undo-name]").textContent = line ? nameOf(line.seat) : newest(now) ? button.dataset.again : "";
  button.querySelector("[data-undo-by]").textContent = line ? signed(line.counter === "commander" ? -line.by : line.by) : "";
  if (changed !== undefined) flash(changed, line);
  shared();
  clock();
}
function one(seat, at) {
  const value = total(at);
  seat.querySelector("[data-name]").textContent = nameOf(at);
  const figure = seat.querySelector(".life-value");
  figure.textContent = minus(value);
  figure.dataset.long = String(String(value).length);
  seat.classList.toggle("gone", value <= 0);
  seat.querySelector(".life-past").replaceChildren(...past(at).map((number) => Object.assign(document.createElement("li"), { textContent: minus(number) })));
  const chips = [];
  for (const kind of ["poison", "energy", "experience"]) if (sum(at, kind)) chips.push(chip(kind, sum(at, kind)));
  for (let other = 0; other < game.players; other++) if (sum(at, "commander", other)) chips.push(chip("commander", sum(at, "commander", other), other));
  seat.querySelector(".chips").replaceChildren(...chips);
}
function chip(kind, number, source) {
  const made = Object.assign(document.createElement("span"), { className: `chip chip-${kind}`, textContent: minus(number) });
  made.title = document.querySelector(`#seat-sheet [data-kind="${kind}"] .step-name`).textContent.trim();
  if (source !== undefined) made.classList.add(`c-${[...seats()[source].classList].find((name) => name.startsWith("c-")).slice(2)}`);
  return made;
}
function past(at) {
  const values = [game.start];
  for (const one of now.lines) if (one.seat === at && (one.counter === "life" || one.counter === "commander")) values.push(values.at(-1) + (one.counter === "life" ? one.by : -one.by));
  return values.length > 1 ? values.slice(-PAST) : [];
}
function flash(at, last) {
  const mark = document.querySelector(`.life[data-seat="${at}"] .life-change`);
  clearTimeout(fade[at]);
  mark.hidden = !last || last.seat !== at || last.counter !== "life";
  if (mark.hidden) return;
  mark.textContent = signed(last.by);
  mark.classList.toggle("up", last.by > 0);
  fade[at] = setTimeout(() => { mark.hidden = true; }, TOGETHER_MS);
}

// ---- the bar in the middle ----
function bar(event) {
  const button = event.target.closest("button");
  if (!button) return;
  if (button.matches("[data-undo]")) undo();
  else if (button.matches("[data-menu]")) { history_(); find("menu-sheet").showModal(); }
  else if (button.matches("[data-dice]")) { find("thrown").textContent = "–"; find("dice-sheet").showModal(); }
  else if (button.matches("[data-clock]")) pause();
  else if (button.matches("[data-more]")) openSeat(Number(button.closest(".life").dataset.seat));
}
function pause() {
  add({ kind: now.paused ? "resume" : "pause" });
  clock();
}
function clock() {
  if (!game || find("lives").hidden) return;
  const place = document.querySelector("[data-clock]");
  const seconds = Math.max(0, Math.floor(((now.paused || time()) - now.began - now.rest) / 1000));
  const hours = Math.floor(seconds / 3600), two = (number) => String(number).padStart(2, "0");
  const text = `${hours ? `${hours}:${two(Math.floor(seconds / 60) % 60)}` : Math.floor(seconds / 60)}:${two(seconds % 60)}`;
  if (place.textContent !== text) place.textContent = text;
  place.classList.toggle("paused", Boolean(now.paused));
}
function history_() {
  const lines = [...now.lines].reverse().slice(0, SHOWN).map((one) => {
    const line = document.createElement("li"), name = document.createElement("bdi"), by = document.createElement("b"), when = document.createElement("small");
    name.textContent = nameOf(one.seat);
    by.textContent = signed(one.counter === "commander" ? -one.by : one.by);
    const label = one.counter === "life" ? "" : document.querySelector(`#seat-sheet [data-kind="${one.counter}"] .step-name span:last-child`).firstChild.data.trim();
    when.textContent = `${label} ${new Date(one.at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" })}`.trim();
    line.append(name, by, when);
    return line;
  });
  find("past-list").replaceChildren(...lines);
  find("past-none").hidden = lines.length > 0;
}

// ---- other phones and the TV ----
function shared() {
  const here = document.body.dataset, link = `${here.way}/c/${game.code}`;
  find("lives").dataset.linked = String(Boolean(game.code) && isLinked());
  for (const place of document.querySelectorAll("[data-with-code]")) place.hidden = !game.code;
  for (const place of document.querySelectorAll("[data-without-code]")) place.hidden = Boolean(game.code);
  for (const place of document.querySelectorAll("[data-counter-full]")) place.hidden = !game.full;
  if (!game.code) return;
  for (const picture of document.querySelectorAll("img[data-join]")) if (picture.dataset.join !== link) Object.assign(picture, { src: `/qr.svg?to=${encodeURIComponent(link)}` }).dataset.join = link;
  for (const place of document.querySelectorAll("[data-counter-code]")) place.textContent = game.code;
  for (const place of document.querySelectorAll("[data-tv-link]")) place.href = `/c/${game.code}/table`;
  for (const place of document.querySelectorAll("[data-copy]")) place.dataset.copy = link;
}

// ---- sheets ----
function sheets() {
  for (const sheet of document.querySelectorAll("dialog")) sheet.addEventListener("click", (event) => { if (event.target === sheet) sheet.close("close"); });
  find("menu-sheet").addEventListener("close", (event) => {
    if (event.target.returnValue === "again") { last = null; add({ kind: "again", group: newId() }); paint(); }
    if (event.target.returnValue === "other") { history.pushState(null, "", "#"); hide(); }
    event.target.returnValue = "";
  });
  const sheet = find("seat-sheet");
  sheet.addEventListener("click", (event) => {
    const button = event.target.closest("[data-change]");
    if (!button) return;
    const step = button.closest(".step"), { kind } = step.dataset, source = step.dataset.source === undefined ? undefined : Number(step.dataset.source);
    const by = Number(button.dataset.change);
    if (sum(sheetFor, kind, source) + by >= 0) change(sheetFor, by, kind, source);
    steps();
  });
  find("seat-name").addEventListener("change", (event) => { add({ kind: "name", seat: sheetFor, name: event.target.value.trim() }); paint(); find("seat-title").textContent = nameOf(sheetFor); });
  find("seat-total").addEventListener("change", (event) => {
    const wanted = Math.trunc(Number(event.target.value));
    if (event.target.value !== "" && Number.isFinite(wanted) && wanted !== total(sheetFor)) change(sheetFor, Math.max(-9999, Math.min(99999, wanted)) - total(sheetFor));
  });
  find("dice-sheet").addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button?.dataset.sides) thrown(String(1 + random(Number(button.dataset.sides))));
    else if (button?.matches("[data-coin]")) thrown(random(2) ? button.dataset.heads : button.dataset.tails);
    else if (button?.matches("[data-begins]")) thrown(button.dataset.says.replace("{name}", nameOf(random(game.players))));
  });
}
function openSeat(at) {
  sheetFor = at;
  find("seat-title").textContent = nameOf(at);
  find("seat-name").value = now.names[at] || "";
  find("seat-name").placeholder = document.querySelector(`.life[data-seat="${at}"]`).getAttribute("aria-label");
  steps();
  find("seat-sheet").showModal();
}
function steps() {
  find("seat-total").value = String(total(sheetFor));
  for (const step of document.querySelectorAll("#seat-sheet .step")) {
    const source = step.dataset.source === undefined ? undefined : Number(step.dataset.source);
    step.hidden = source !== undefined && (source >= game.players || source === sheetFor);
    step.querySelector("[data-value]").textContent = String(sum(sheetFor, step.dataset.kind, source));
    const of = step.querySelector("[data-of]");
    if (of) of.textContent = nameOf(source);
  }
}
function random(below) {
  const box = new Uint32Array(1), fair = Math.floor(2 ** 32 / below) * below;
  do crypto.getRandomValues(box); while (box[0] >= fair);
  return box[0] % below;
}
function thrown(text) {
  const place = find("thrown");
  place.textContent = text;
  place.classList.remove("fell");
  void place.offsetWidth; // the same result again is a new throw, and is seen as one
  place.classList.add("fell");
}

// ---- the screen stays on while somebody counts, where the browser can ----
let lock = null;
async function awake() {
  if (!("wakeLock" in navigator) || lock || document.hidden || find("lives").hidden) return;
  try {
    lock = await navigator.wakeLock.request("screen");
    lock.addEventListener("release", () => { lock = null; });
  } catch { lock = null; }
}
