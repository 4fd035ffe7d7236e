// Opening a table: one question is open at a time, and each says beside it what has been answered.

export function setup() {
  const form = document.querySelector("form.setup");
  if (!form) return;
  const paint = () => { for (const one of form.querySelectorAll(".question")) said(one); };
  form.addEventListener("input", paint);
  // A tap on an answer goes on to the next question; a keyboard moves through the answers and leaves it open.
  form.addEventListener("click", (event) => {
    const input = event.target;
    if (!input.matches?.("input[type=radio]") || event.detail === 0) return;
    const here = input.closest(".question"), next = here.nextElementSibling;
    if (!next?.matches(".question")) here.open = false;
    else { next.open = true; next.querySelector("summary").focus({ preventScroll: true }); }
  });
  form.addEventListener("keydown", (event) => {
    const next = event.target.closest(".question")?.nextElementSibling;
    if (event.key !== "Enter" || !event.target.matches("input[type=text]") || !next?.matches(".question")) return;
    event.preventDefault();
    next.open = true;
    next.querySelector("summary").focus();
  });
  paint();
}

function said(question) {
  const place = question.querySelector("[data-answer]");
  const texts = [...question.querySelectorAll("input[type=text]")].map((input) => input.value.trim());
  const ticked = [...question.querySelectorAll("input:checked")].map((input) => input.closest("label").textContent.trim());
  const text = [...texts, ...ticked].filter(Boolean).join(", ") || place.dataset.none || "";
  if (place.textContent !== text) place.textContent = text;
}
