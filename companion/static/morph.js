// Turns what is on the screen into a newer page of the same kind, keeping what a person holds on to: focus, what is
// typed or ticked, open details and dialogs, how far a list is scrolled.

// Not node.id: a form with a field called id answers with that field.
const key = (node) => (node.nodeType === 1 ? node.getAttribute("data-key") || node.getAttribute("id") || "" : "");
const alike = (a, b) => a.nodeType === b.nodeType && a.nodeName === b.nodeName && key(a) === key(b);

export function morph(from, to) {
  attributes(from, to);
  // What a script has put there is its own, the words of a button that was tapped once too.
  if (from.matches?.("[data-own], [data-armed], input, select, progress")) return;
  let at = from.firstChild;
  for (const wanted of [...to.childNodes]) {
    const found = match(at, wanted);
    if (!found) {
      const made = document.importNode(wanted, true);
      from.insertBefore(made, at);
      if (made.nodeType === 1 && wanted.hasAttribute("data-key")) made.classList.add("fresh");
      continue;
    }
    while (at !== found) {
      const passed = at;
      at = at.nextSibling;
      // Something further down is wanted first. What carries a key may still be wanted later; the rest may go.
      if (key(passed)) from.appendChild(passed);
      else passed.remove();
    }
    at = found.nextSibling;
    if (found.nodeType === 1) morph(found, wanted);
    else if (found.data !== wanted.data) found.data = wanted.data;
  }
  while (at) {
    const passed = at;
    at = at.nextSibling;
    passed.remove();
  }
}

function match(at, wanted) {
  if (!at) return null;
  if (alike(at, wanted)) return at;
  if (!key(wanted)) return null;
  for (let node = at.nextSibling; node; node = node.nextSibling) if (alike(node, wanted)) return node;
  return null;
}

function attributes(from, to) {
  for (const { name } of [...from.attributes ?? []]) if (!to.hasAttribute(name) && !kept(from, name)) from.removeAttribute(name);
  for (const { name, value } of to.attributes ?? []) {
    if (kept(from, name) || from.getAttribute(name) === value) continue;
    const touched = from.nodeName === "INPUT" && from.type !== "hidden" && (from.value !== from.defaultValue || from.checked !== from.defaultChecked);
    if (!(touched && (name === "value" || name === "checked"))) from.setAttribute(name, value);
  }
}

function kept(node, name) {
  return (name === "open" && node.matches("details, dialog")) || (name === "hidden" && node.hasAttribute("data-found")) ||
    ["data-busy", "data-queued", "data-out", "data-sending", "data-armed", "data-found"].includes(name);
}

// What another page is dressed with and this one is not yet, in that page's order: of two rules the later sheet's holds.
export function addStyles(page) {
  let next = null;
  for (const style of [...page.head.querySelectorAll("[rel=stylesheet]")].reverse()) {
    const here = document.head.querySelector(`[href="${style.getAttribute("href")}"]`) ?? style;
    if (here === style) document.head.insertBefore(style, next);
    next = here;
  }
}
