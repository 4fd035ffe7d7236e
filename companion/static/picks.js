// Finding a card by name, counting ticks, stepping numbers.
import { _ } from "./words.js";

const plain = (text) => text.normalize("NFD").replace(/[\p{M}\xad]/gu, "").toLowerCase();

export function picks() {
  addEventListener("input", (event) => {
    if (event.target.matches("[data-find-box]")) find(event.target.closest("[data-find]"), event.target.value);
    if (event.target.type === "number") share(event.target.form);
  });
  addEventListener("change", (event) => {
    const field = event.target.closest("fieldset");
    if (field && event.target.type === "checkbox") count(field);
  });
  addEventListener("click", (event) => {
    const step = event.target.closest("[data-step]");
    if (!step) return;
    const input = step.parentElement.querySelector("input");
    // Where several numbers share a pool, one more is there only while some of it is left.
    const by = Number(step.dataset.step);
    const next = Number(input.value || 0) + (by > 0 ? Math.min(by, Math.max(0, left(input))) : by);
    input.value = String(Math.min(Number(input.max), Math.max(Number(input.min), next)));
    share(input.form);
    input.dispatchEvent(new Event("change", { bubbles: true }));
  });
  addEventListener("page", shareAll);
  shareAll();
  addEventListener("keydown", (event) => {
    if (event.key === "Enter" && event.target.matches("[data-find-box]")) event.preventDefault();
  });
}

const pools = (form) => [...(form?.querySelectorAll("[data-pool]") ?? [])].map((line) => {
  const names = line.dataset.poolOf.trim().split(/\s+/);
  const spent = names.reduce((sum, name) => sum + Number(form.elements[name]?.value || 0), 0);
  return { line, names, left: Number(line.dataset.pool) - spent };
});

function left(input) {
  return Math.min(...pools(input.form).filter((pool) => pool.names.includes(input.name)).map((pool) => pool.left), Infinity);
}

const shareAll = () => [...document.forms].forEach(share);

function share(form) {
  for (const { line, left } of pools(form)) {
    line.toggleAttribute("data-over", left < 0);
    line.querySelector("[data-pool-left]").textContent = left < 0 ? _("{count} too many", { count: -left }) : left ? _("{count} left", { count: left }) : _("all handed out");
  }
}

function find(field, typed) {
  const words = plain(typed).split(/\s+/).filter(Boolean);
  let left = 0;
  for (const pick of field.querySelectorAll(".pick")) {
    const text = plain(pick.textContent);
    const fits = words.every((word) => text.includes(word));
    pick.hidden = !fits;
    pick.toggleAttribute("data-found", Boolean(typed));
    left += fits;
  }
  const none = field.querySelector("[data-find-none]");
  if (none) none.hidden = left > 0;
}

function count(field) {
  const line = field.querySelector("[data-many]");
  if (!line) return;
  const [low, high] = line.dataset.many.split(" ").map(Number);
  const ticked = field.querySelectorAll("input:checked").length;
  line.textContent = ticked > high ? _("{count} chosen: {over} too many", { count: ticked, over: ticked - high })
    : ticked < low ? _("{count} chosen, {more} more", { count: ticked, more: low - ticked }) : _("{count} chosen", { count: ticked });
}
