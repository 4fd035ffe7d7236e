// Life totals for any game. What happened is a list of changes kept on this phone; every number is the sum of them.

const KEPT = "tw-counter", LAST = "tw-counter-start";
const TOGETHER_MS = 1500; // taps in quick succession are one change
const HOLD_MS = 500, RUN_MS = 420, FASTEST_MS = 110, SLOP_PX = 12, STRIDE = 5;
const MOST = 2000, PAST = 4;

let game = null, sheetFor = 0;
const find = (id) => document.getElementById(id);
const seats = () => [...document.querySelectorAll(".life")];
const minus = (number) => String(number).replace("-", "−");
const signed = (number) => (number < 0 ? minus(number) : `+${number}`);

export function counter() {
  game = kept();
  find("go-on").hidden = !game;
  find("go-on").addEventListener("click", show);
  starts();
  for (const seat of seats()) touch(seat);
  find("lives").addEventListener("click", bar);
  sheets();
  setInterval(clock, 500);
  addEventListener("hashchange", follow);
  addEventListener("storage", (event) => { if (event.key === KEPT) { game = kept(); if (game) paint(); } });
  document.addEventListener("visibilitychange", awake);
  follow();
}

// The numbers of players are links, so that a tap counts that comes before this script has loaded.
function follow() {
  const players = location.hash.match(/^#([2-6])$/);
  if (players) begin(Number(players[1]));
  else if (location.hash === "#table" && game) show();
  else hide();
}

// ---- what is kept ----
function kept() {
  try {
    const found = JSON.parse(localStorage.getItem(KEPT));
    return found && found.players >= 2 && Array.isArray(found.changes) ? found : null;
  } catch { return null; }
}
function keep() {
  try { localStorage.setItem(KEPT, JSON.stringify(game)); } catch { /* a full or private storage: it counts on all the same */ }
}

function starts() {
  const last = localStorage.getItem(LAST) || "20", number = find("start-number");
  const named = document.querySelector(`[name=start][value="${CSS.escape(last)}"]`);
  (named || find("start-other")).checked = true;
  if (!named) number.value = last;
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
  game = { players, start, names: game?.names || [], changes: [], begun: Date.now(), paused: 0, rest: 0 };
  keep();
  show();
}

function show() {
  if (location.hash !== "#table") history[/^#\d$/.test(location.hash) ? "replaceState" : "pushState"](null, "", "#table");
  find("picker").hidden = true;
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
const sum = (seat, kind, source) => game.changes.reduce((all, one) => all + (one.seat === seat && one.kind === kind && (source === undefined || one.source === source) ? one.by : 0), 0);
const commanded = (seat) => sum(seat, "commander");
const total = (seat) => game.start + sum(seat, "life") - commanded(seat);
const nameOf = (seat) => game.names[seat] || document.querySelector(`.life[data-seat="${seat}"]`).getAttribute("aria-label");

function change(seat, by, kind = "life", source) {
  const last = game.changes.at(-1), now = Date.now();
  if (last && last.seat === seat && last.kind === kind && last.source === source && now - last.at < TOGETHER_MS) {
    last.by += by;
    last.at = now;
    if (!last.by) game.changes.pop();
  } else game.changes.push({ seat, by, kind, source, at: now });
  if (game.changes.length > MOST) fold();
  keep();
  paint(seat);
}
// A very long game keeps its newest changes; the older ones become one a counter.
function fold() {
  const old = game.changes.splice(0, MOST / 2), sums = new Map();
  for (const one of old) {
    const key = `${one.seat} ${one.kind} ${one.source}`;
    const into = sums.get(key) || { ...one, by: 0 };
    into.by += one.by;
    sums.set(key, into);
  }
  game.changes.unshift(...sums.values());
}
function undo() {
  game.changes.pop();
  keep();
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
      down = { x: event.clientX, y: event.clientY, ran: false, wait: RUN_MS };
      half.setPointerCapture?.(event.pointerId);
      half.classList.add("down");
      const run = () => {
        down.ran = true;
        change(at, by * STRIDE);
        down.wait = Math.max(FASTEST_MS, down.wait * 0.84);
        down.timer = setTimeout(run, down.wait);
      };
      down.timer = setTimeout(run, HOLD_MS);
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
  const last = game.changes.at(-1), button = document.querySelector("[data-undo]");
  button.disabled = !last;
  button.querySelector("[data-undo-name]").textContent = last ? nameOf(last.seat) : "";
  button.querySelector("[data-undo-by]").textContent = last ? signed(last.kind === "commander" ? -last.by : last.by) : "";
  if (changed !== undefined) flash(changed, last);
  clock();
}
function one(seat, at) {
  const value = total(at);
  const name = game.names[at] || seat.getAttribute("aria-label");
  seat.querySelector("[data-name]").textContent = name;
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
  for (const one of game.changes) if (one.seat === at && (one.kind === "life" || one.kind === "commander")) values.push(values.at(-1) + (one.kind === "life" ? one.by : -one.by));
  return values.length > 1 ? values.slice(-PAST) : [];
}
function flash(at, last) {
  const mark = document.querySelector(`.life[data-seat="${at}"] .life-change`);
  clearTimeout(fade[at]);
  mark.hidden = !last || last.seat !== at || last.kind !== "life";
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
  if (game.paused) { game.rest += Date.now() - game.paused; game.paused = 0; } else game.paused = Date.now();
  keep();
  clock();
}
function clock() {
  if (!game || find("lives").hidden) return;
  const place = document.querySelector("[data-clock]");
  const seconds = Math.max(0, Math.floor(((game.paused || Date.now()) - game.begun - game.rest) / 1000));
  const hours = Math.floor(seconds / 3600), two = (number) => String(number).padStart(2, "0");
  const text = `${hours ? `${hours}:${two(Math.floor(seconds / 60) % 60)}` : Math.floor(seconds / 60)}:${two(seconds % 60)}`;
  if (place.textContent !== text) place.textContent = text;
  place.classList.toggle("paused", Boolean(game.paused));
}
function history_() {
  const lines = [...game.changes].reverse().slice(0, 60).map((one) => {
    const line = document.createElement("li"), name = document.createElement("bdi"), by = document.createElement("b"), when = document.createElement("small");
    name.textContent = nameOf(one.seat);
    by.textContent = signed(one.kind === "commander" ? -one.by : one.by);
    const label = one.kind === "life" ? "" : document.querySelector(`#seat-sheet [data-kind="${one.kind}"] .step-name span:last-child`).firstChild.data.trim();
    when.textContent = `${label} ${new Date(one.at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" })}`.trim();
    line.append(name, by, when);
    return line;
  });
  find("past-list").replaceChildren(...lines);
  find("past-none").hidden = lines.length > 0;
}

// ---- sheets ----
function sheets() {
  for (const sheet of document.querySelectorAll("dialog")) sheet.addEventListener("click", (event) => { if (event.target === sheet) sheet.close("close"); });
  find("menu-sheet").addEventListener("close", (event) => {
    if (event.target.returnValue === "again") { game = { ...game, changes: [], begun: Date.now(), paused: 0, rest: 0 }; keep(); paint(); }
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
  find("seat-name").addEventListener("input", (event) => { game.names[sheetFor] = event.target.value.trim(); keep(); paint(); find("seat-title").textContent = nameOf(sheetFor); });
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
  find("seat-name").value = game.names[at] || "";
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
