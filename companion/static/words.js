// What the scripts say, in the language of the page. The page brings the table along; English needs none.
const table = JSON.parse(document.getElementById("words")?.textContent ?? "{}");

export function _(english, values = {}) {
  return (table[english] ?? english).replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}
