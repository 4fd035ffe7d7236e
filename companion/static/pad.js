// The keypad of a cell of the score pad: keys, sums reckoned while they are typed, Enter goes to the next person.
import { look } from "./look.js";

const reckon = (text) => {
  const plain = text.replace(/[−–]/g, "-").replace(/\s/g, "");
  if (!/^[+-]?\d{1,5}([+-]\d{1,5})*$/.test(plain)) return null;
  return plain.match(/[+-]?\d+/g).reduce((sum, one) => sum + Number(one), 0);
};

export function pad() {
  addEventListener("click", (event) => {
    const key = event.target.closest("[data-key-of]");
    if (key) press(key);
  });
  addEventListener("input", (event) => { if (event.target.closest("[data-cell]")) shown(event.target); });
  addEventListener("submit", (event) => {
    const form = event.target.closest?.("[data-cell]");
    if (!form || event.submitter?.hasAttribute("data-empty") || !form.dataset.following) return;
    // The sheet closes when a form is sent; the next cell opens in its place.
    if (document.getElementById("look")?.contains(form)) setTimeout(() => look(form.dataset.following), 60);
  });
}

function press(key) {
  const input = key.closest("form").querySelector("input[name=text]");
  // What stood there is replaced by the first figure, and added to by a sign.
  const fresh = input.value === input.dataset.old && /\d/.test(key.dataset.keyOf);
  const sign = key.dataset.keyOf;
  input.value = sign === "⌫" ? input.value.slice(0, -1) : (fresh ? "" : input.value) + (sign === "−" ? "-" : sign);
  delete input.dataset.old;
  navigator.vibrate?.(8);
  shown(input);
}

function shown(input) {
  const sum = reckon(input.value);
  const out = input.closest(".cell-sum").querySelector("output");
  out.textContent = sum === null || /^[+-]?\d*$/.test(input.value.trim()) ? "" : `= ${sum}`;
}
