// The sheet of what can be done steps down when somebody wants to see the table behind it, and up when they are asked.
let asked = document.body.dataset.asks || "";

export function grip() {
  addEventListener("click", (event) => {
    if (event.target.closest("[data-grip]")) low(!document.documentElement.classList.contains("sheet-low"));
  });
  addEventListener("page", () => {
    const asks = document.body.dataset.asks || "";
    if (asks !== asked) low(false);
    else paint();
    asked = asks;
  });
  paint();
}

function low(wanted) {
  document.documentElement.classList.toggle("sheet-low", wanted);
  paint();
}

function paint() {
  const button = document.querySelector("[data-grip]");
  if (button) button.setAttribute("aria-expanded", String(!document.documentElement.classList.contains("sheet-low")));
}
