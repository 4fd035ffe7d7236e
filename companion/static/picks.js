// Finding a card by name, counting ticks, stepping numbers.

const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

export function picks() {
  addEventListener("input", (event) => {
    if (event.target.matches("[data-find-box]")) find(event.target.closest("[data-find]"), event.target.value);
  });
  addEventListener("change", (event) => {
    const field = event.target.closest("fieldset");
    if (field && event.target.type === "checkbox") count(field);
  });
  addEventListener("click", (event) => {
    const step = event.target.closest("[data-step]");
    if (!step) return;
    const input = step.parentElement.querySelector("input");
    const next = Number(input.value || 0) + Number(step.dataset.step);
    input.value = String(Math.min(Number(input.max), Math.max(Number(input.min), next)));
    navigator.vibrate?.(8);
  });
  addEventListener("keydown", (event) => {
    if (event.key === "Enter" && event.target.matches("[data-find-box]")) event.preventDefault();
  });
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
  line.textContent = ticked > high ? `${ticked} chosen: ${ticked - high} too many` : ticked < low ? `${ticked} chosen, ${low - ticked} more` : `${ticked} chosen`;
}
