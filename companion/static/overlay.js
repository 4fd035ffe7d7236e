// Outlines and names over the picture, from the corners the table's computer found.

const SVG = "http://www.w3.org/2000/svg";
const known = new Map(); // laid -> { line, name }

export function draw(view, video, sight) {
  const lines = view.querySelector("svg"), names = view.querySelector("#live-names");
  const { clientWidth: w, clientHeight: h } = view;
  // The video covers its box; what is cut off at the sides is cut off here as well.
  const scale = Math.max(w / sight.width, h / sight.height);
  const left = (w - sight.width * scale) / 2, top = (h - sight.height * scale) / 2;
  const place = ([x, y]) => [left + x * scale, top + y * scale];
  lines.setAttribute("viewBox", `0 0 ${w} ${h}`);
  const here = new Set();
  const odd = new Map(sight.problems.filter((one) => one.card).map((one) => [one.card, one]));
  for (const card of sight.cards) {
    if (!card.in_view) continue;
    here.add(card.laid);
    const mark = known.get(card.laid) ?? make(lines, names, card.laid);
    const corners = card.outline.map(place);
    const look = !card.believed ? "unsure" : card.logged ? "logged" : odd.has(card.card) ? "odd" : "good";
    mark.line.setAttribute("class", look);
    mark.line.setAttribute("points", corners.map((p) => p.map((v) => v.toFixed(1)).join(",")).join(" "));
    label(mark.name, card, look, corners);
  }
  for (const [index, one] of sight.other.entries()) {
    const key = `other-${index}`;
    here.add(key);
    const mark = known.get(key) ?? make(lines, names, key);
    const corners = one.corners.map(place);
    mark.line.setAttribute("class", "odd");
    mark.line.setAttribute("points", corners.map((p) => p.join(",")).join(" "));
    label(mark.name, { name: "another game?", believed: true }, "odd", corners);
  }
  for (const [key, mark] of known) {
    if (here.has(key)) continue;
    mark.line.remove();
    mark.name.remove();
    known.delete(key);
  }
}

function make(lines, names, key) {
  const mark = { line: document.createElementNS(SVG, "polygon"), name: document.createElement("span") };
  lines.append(mark.line);
  names.append(mark.name);
  known.set(key, mark);
  return mark;
}

// Upright whichever way the card lies, as wide as the card is narrow, in letters that can be read at arm's length.
function label(place, card, look, corners) {
  const [x, y] = corners.reduce(([a, b], [c, d]) => [a + c / 4, b + d / 4], [0, 0]);
  const side = Math.hypot(corners[1][0] - corners[0][0], corners[1][1] - corners[0][1]);
  const text = card.believed ? (look === "logged" ? `✓ ${card.name}` : card.name) : "…";
  if (place.textContent !== text) place.textContent = text;
  place.className = look;
  place.style.setProperty("--x", `${x.toFixed(1)}px`);
  place.style.setProperty("--y", `${y.toFixed(1)}px`);
  place.style.setProperty("--w", `${Math.max(58, Math.min(150, side * 1.08)).toFixed(0)}px`);
  place.style.setProperty("--s", `${Math.max(11.5, Math.min(17, side * 0.17)).toFixed(1)}px`);
}
