// What chance decides: a fair number, and the form of the table that takes the result.

export function random(below) {
  const box = new Uint32Array(1), fair = Math.floor(2 ** 32 / below) * below;
  do crypto.getRandomValues(box); while (box[0] >= fair);
  return box[0] % below;
}

/** What a form of the table would report, and the value of one argument in it. */
export function eventOf(form) {
  try { return JSON.parse(form.elements.event.value); } catch { return {}; }
}
export const argument = (event, name) => event[name] ?? event.args?.[name];

/** Show a button that sends the form with the result, worded as the form's own button. */
export function offer(button, form) {
  button.hidden = !form;
  if (!form) return;
  const own = form.querySelector("button:not([type=button])") || document.querySelector(`button[form="${form.id}"]`);
  button.textContent = [...own.childNodes].filter((node) => node.nodeName !== "SMALL").map((node) => node.textContent).join("").trim();
  button.onclick = () => { button.closest("dialog").close(); form.requestSubmit(); };
}
