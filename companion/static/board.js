// The board is the control. What is drawn carries its spot; the forms of the sheet say at which spot they begin and at
// which spots their answers lie. A touch fills a form in and sends it, so that what works by touch works without.
import { say } from "./say.js";
import { busy } from "./send.js";
import { _ } from "./words.js";

const LIFT_PX = 8, TAP_PX = 20, HOLD_MS = 500, LATE_MS = 150, GUARD_MS = 600;
let aim = null; // { spot, forms: ids of the forms that could still be meant }
let foot = "", drag = null;
// However late a busy phone hears them: the click of a touch that was held or dragged is none, and a click may be a finger's
// where no key came last; one by the arrow keys only moves on.
let hushed = false, pointed = false;

// What is looked at is fetched from the table, and so may be what shows it.
const look = (spot) => import("./look.js").then((page) => page.look(spot), () => say(_("The table cannot be reached right now."), true));
const things = () => document.querySelectorAll("#main [data-spot], .sheet .thing[data-spot]");
// Not form.id: a form with a field called id answers with that field.
const idOf = (form) => form.getAttribute("id");
const forms = () => [...document.querySelectorAll("#sheet form[data-board]")];
const fieldsets = (form) => [...form.querySelectorAll("fieldset[data-field]")];
const ticked = (field) => field.querySelectorAll("input:checked").length;
const settled = (field) => ticked(field) >= ("several" in field.dataset ? Number(field.dataset.low) : 1);
const open = (form) => fieldsets(form).find((field) => !settled(field) && !field.hasAttribute("data-given"));
const answers = (field) => [...(field?.querySelectorAll("input[data-spot]") ?? [])];
const several = (form) => fieldsets(form).filter((field) => "several" in field.dataset);
const plain = (form) => form.querySelector("input[type=number], input[type=text]");

export function board() {
  addEventListener("click", clicked, true);
  addEventListener("keydown", (event) => { pointed = false; if (event.key === "Escape" && aim && !document.querySelector("dialog[open]")) letGo(); });
  addEventListener("pointerdown", pressed, true);
  addEventListener("pointermove", moved, true);
  addEventListener("pointerup", dropped, true);
  addEventListener("pointercancel", () => { pointed = false; drop(); }, true);
  addEventListener("contextmenu", (event) => { if (event.target.closest?.("a.thing")) event.preventDefault(); });
  addEventListener("page", renewed);
  addEventListener("card", laid);
  renewed();
}

// A card that a camera sees and that can mean several things is picked up: the next touch says where it goes.
function laid({ detail }) {
  if (aim) return;
  chosen(forms().filter((form) => {
    const input = form.querySelector(`[type=radio][value="${CSS.escape(detail)}"]`);
    return input && (input.checked = true) && open(form);
  }));
}

function clicked(event) {
  if (hushed && event.detail > 0) return void stop(event);
  if (event.target.closest("[data-let-go]")) return void letGo();
  const confirm = event.target.closest("[data-confirm]");
  if (confirm) return void send(document.getElementById(confirm.dataset.confirm));
  const way = event.target.closest("[data-way]");
  if (way) return void chosen([document.getElementById(way.dataset.way)], event.detail === 0);
  if (event.target.closest("[data-dismiss]")) return void dismiss(event.target.closest("[data-result]"));
  if (guarded(event.timeStamp) && event.target.closest("#sheet-act") && event.detail > 0) return void stop(event);
  const radio = event.target.matches("input[type=radio]") && event.target.form?.hasAttribute("data-picks-only") ? event.target : null;
  if (aim && event.target.matches("#sheet input[type=checkbox]")) return void setTimeout(paint);
  if (radio && event.target.closest("#sheet, #look") && pointed) return void setTimeout(() => answered(radio.form));
  if (event.target.closest("dialog")) return;
  const place = event.target.closest("a.thing[data-spot], form.number[data-spot]");
  if (!place || event.metaKey || event.ctrlKey) return;
  const spot = meant(place);
  // A number changes by itself unless somebody aims at it, or something begins there.
  if (place.matches("form") && !targets().has(spot) && !beginning(spot).length) return;
  stop(event);
  touch(spot, event.detail === 0);
}

// What lies in a live place and is not live itself stands for the place.
function meant(place) {
  const { spot } = place.dataset, there = targets();
  const live = (one) => there.has(one) || beginning(one).length > 0;
  if (live(spot)) return spot;
  const around = place.closest(".slot, .seat")?.querySelector(":scope > a.slot-label, .thing-seat")?.dataset.spot;
  // A number in a place that something begins at still changes by itself; only an aim takes it.
  return around && (there.has(around) || (place.matches("a") && live(around))) ? around : spot;
}

function stop(event) { event.preventDefault(); event.stopPropagation(); }

/** A form whose every hole takes one answer is sent with the last of them. */
function answered(form) {
  if (form.isConnected && !open(form)) send(form);
  else if (aim) paint();
}

// What a touch can mean here, nothing being chosen: forms that begin at the spot, or whose first answer lies there.
function beginning(spot) {
  return forms().filter((form) => form.dataset.begins === spot || (!form.dataset.begins && answers(fieldsets(form)[0]).some((one) => one.dataset.spot === spot)));
}

function aimed() {
  return aim ? aim.forms.map((id) => document.getElementById(id)).filter(Boolean) : [];
}

// The spots that answer something now, with what would come of it.
function targets() {
  const found = new Map();
  for (const form of aimed()) {
    const fields = [open(form), ...several(form)].filter(Boolean);
    for (const input of fields.flatMap(answers)) if (!found.has(input.dataset.spot)) found.set(input.dataset.spot, { forecast: input.dataset.forecast || "", on: input.type === "checkbox" && input.checked });
  }
  return found;
}

function touch(spot, byKey = false) {
  const there = targets();
  if (aim && there.has(spot)) return answer(spot, byKey);
  if (aim && spot === aim.spot) return letGo();
  const begun = beginning(spot);
  letGo();
  if (!begun.length) return look(spot);
  aim = { spot, forms: begun.map(idOf) };
  for (const form of begun) if (!form.dataset.begins) give(form, fieldsets(form)[0], spot);
  // More ways than the bar has room for: the card, large, and all of them beside it.
  if (begun.length > 3 && !begun.some(open)) { letGo(); return look(spot); }
  chosen(begun, byKey);
}

function give(form, field, spot) {
  const input = answers(field).find((one) => one.dataset.spot === spot);
  if (!input) return false;
  input.checked = input.type === "checkbox" ? !input.checked : true;
  input.dispatchEvent(new Event("change", { bubbles: true }));
  return true;
}

function answer(spot, byKey) {
  const meant = aimed().filter((form) => {
    const first = open(form);
    if (give(form, first, spot)) return true;
    return several(form).some((field) => field !== first && give(form, field, spot));
  });
  aim.forms = meant.map((form) => idOf(form));
  chosen(meant, byKey);
}

// So much is settled; go on with what is still open, and send what is complete.
function chosen(meant, byKey) {
  aim = { spot: aim?.spot ?? "", forms: meant.map((form) => idOf(form)) };
  const [form] = meant;
  if (meant.length === 1 && !open(form)) {
    if (!several(form).length && !plain(form)) return send(form);
    if (plain(form)) unfold(form);
  } else if (meant.length === 1 && !answers(open(form)).length) unfold(form);
  paint();
  if (byKey) document.querySelector(".thing.target, .number.target button, #aim button")?.focus();
}

function unfold(form) {
  const fold = form.closest("details");
  if (fold) fold.open = true;
  document.documentElement.classList.add("picking");
  document.documentElement.classList.remove("sheet-low");
  form.closest(".board-form")?.classList.add("open");
}

function send(form) {
  const last = aim;
  aim = null;
  clear();
  form.requestSubmit();
  if (last) setTimeout(() => { if (!busy()) form.reset(); }, 0);
}

export function letGo() {
  const held = aimed();
  aim = null;
  for (const form of held) if (!form.closest(".ask[data-key^='ask-']") || form.dataset.begins) form.reset();
  clear();
}

// What the answers given so far use up, ringed where it lies: the last of those that are there.
function used(held) {
  for (const input of held.length === 1 ? held[0].querySelectorAll("input:checked[data-uses]") : []) {
    for (const [spot, count] of input.dataset.uses.trim().split(" ").map((one) => one.split("*"))) {
      const there = [...document.querySelectorAll(`#main [data-spot="${CSS.escape(spot)}"] .track .on`)];
      for (const one of there.slice(-Number(count))) one.classList.add("used");
    }
  }
}

function clear() {
  for (const one of document.querySelectorAll(".used")) one.classList.remove("used");
  document.documentElement.classList.remove("aiming", "picking");
  for (const fold of document.querySelectorAll(".board-form.open")) { fold.classList.remove("open"); fold.open = false; }
  for (const thing of document.querySelectorAll(".target, .chosen, .held")) { thing.classList.remove("target", "chosen", "held"); thing.removeAttribute("data-forecast-shown"); }
  for (const note of document.querySelectorAll(".forecast")) note.remove();
  document.getElementById("aim")?.replaceChildren();
}

function paint() {
  const held = aimed();
  clear();
  if (!held.length) { aim = null; return; }
  document.documentElement.classList.add("aiming");
  used(held);
  const there = targets();
  for (const thing of things()) {
    const target = there.get(thing.dataset.spot);
    thing.classList.toggle("held", thing.dataset.spot === aim.spot);
    if (!target) continue;
    thing.classList.add(target.on ? "chosen" : "target");
    if (!target.forecast) continue;
    const note = Object.assign(document.createElement("span"), { className: "forecast", textContent: target.forecast });
    thing.append(note);
  }
  if (held.length === 1 && (plain(held[0]) || [open(held[0]), ...several(held[0])].some((field) => field && !answers(field).length))) unfold(held[0]);
  const bar = document.getElementById("aim");
  const close = button("btn round", "×", { letGo: "" });
  close.setAttribute("aria-label", _("Let go"));
  bar.replaceChildren(close, ...ways(held));
}

// What stands where the large button was: what is missing, the one yes that is left, or the ways that cannot be touched.
function ways(held) {
  if (held.length > 1) {
    const direct = held.filter((form) => !open(form) || !answers(open(form)).length);
    const hint = targets().size ? [line(held.find((form) => !direct.includes(form)))] : [];
    return [...direct.map((form) => button("btn hollow", form.dataset.label, { way: idOf(form) })), ...hint];
  }
  const [form] = held;
  return open(form) || plain(form) ? [line(form)] : [button("btn brass", form.dataset.label, { confirm: idOf(form) })];
}

function line(form) {
  const field = open(form);
  const text = document.createElement("p");
  text.className = "btn hollow aim-line";
  text.setAttribute("role", "status");
  const given = [...form.querySelectorAll("input:checked")].map((input) => input.closest("label")?.querySelector("span")?.textContent.trim());
  const small = [...given, field?.querySelector("legend")?.textContent.trim()].filter(Boolean).join(" · ");
  text.append(form.dataset.label, Object.assign(document.createElement("small"), { textContent: small }));
  return text;
}

function button(style, text, data) {
  const made = Object.assign(document.createElement("button"), { type: "button", className: style, textContent: text });
  Object.assign(made.dataset, data);
  return made;
}

// --- a newer page in the place of the old one

function renewed(event) {
  if (aim) {
    const left = aimed();
    if (left.length) { aim.forms = left.map((form) => idOf(form)); paint(); }
    else { letGo(); say(_("The table has moved on; that is no longer open.")); }
  }
  const shown = document.querySelector("[data-result]");
  if (shown && sessionStorage.getItem(`tw-seen-${document.body.dataset.code}`) === shown.dataset.result) shown.hidden = true;
  const now = document.querySelector("#sheet-act .btn.brass, #sheet-act .btn.hollow")?.textContent.trim() || "";
  if (foot && now !== foot && !event?.detail) guard();
  else if (guarded()) rest();
  foot = now;
}

// Somebody else's act put another button under the thumb: for a moment it takes no taps.
let guardedUntil = 0;
const guarded = (at = performance.now()) => at < guardedUntil; // a touch counts from when it was made
function guard() {
  guardedUntil = performance.now() + GUARD_MS;
  rest();
  setTimeout(() => { for (const one of document.querySelectorAll("#sheet-act .btn[aria-disabled]")) one.removeAttribute("aria-disabled"); }, GUARD_MS);
}

function rest() {
  for (const one of document.querySelectorAll("#sheet-act .btn")) one.setAttribute("aria-disabled", "true");
}

function dismiss(card) {
  sessionStorage.setItem(`tw-seen-${document.body.dataset.code}`, card.dataset.result);
  card.hidden = true;
}

// --- dragging is the same two touches in one; holding looks closely

function pressed(event) {
  pointed = true;
  hushed = false;
  if (!event.isPrimary) { drop(); return; }
  const thing = event.target.closest?.(".thing[data-spot]");
  if (!thing || event.target.closest("dialog") || event.button) return;
  const can = thing.classList.contains("can") && document.documentElement.dataset.drag !== "off";
  drag = { thing, can, spot: thing.dataset.spot, x: event.clientX, y: event.clientY, lifted: false };
  // In two parts: on a phone that was busy meanwhile the finger may have left, and what waits is heard in between.
  drag.timer = setTimeout(() => { drag.timer = setTimeout(holding, LATE_MS); }, HOLD_MS - LATE_MS);
}

function holding() {
  const held = drag;
  drop();
  if (!held || held.lifted) return;
  hushed = true;
  letGo();
  look(held.spot);
}

function moved(event) {
  if (!drag || !event.isPrimary) return;
  if (!drag.lifted) {
    if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < LIFT_PX) return;
    clearTimeout(drag.timer);
    if (!drag.can) { drag = null; return; }
    drag.lifted = true;
    letGo();
    const begun = beginning(drag.spot);
    aim = { spot: drag.spot, forms: begun.map(idOf) };
    paint();
    drag.ghost = drag.thing.cloneNode(true);
    drag.ghost.className = "drag-ghost";
    drag.ghost.style.width = `${drag.thing.offsetWidth}px`;
    document.body.append(drag.ghost);
  }
  drag.ghost.style.transform = `translate(${event.clientX - drag.thing.offsetWidth / 2}px, ${event.clientY - 40}px)`;
}

function dropped(event) {
  if (!drag || !event.isPrimary) return;
  const { lifted, ghost, spot, x, y } = drag;
  drop();
  if (!lifted) return;
  hushed = true;
  ghost?.remove();
  // A finger that has hardly moved has touched.
  if (Math.hypot(event.clientX - x, event.clientY - y) < TAP_PX) { letGo(); return void touch(spot); }
  const under = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-spot]");
  if (under && targets().has(under.dataset.spot)) answer(under.dataset.spot, false);
  else letGo();
}

function drop() {
  if (!drag) return;
  clearTimeout(drag.timer);
  drag.ghost?.remove();
  drag = null;
}
