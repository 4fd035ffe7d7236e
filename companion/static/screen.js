// This phone's screen as the stream and the answers to taps send it: in parts, and each time only what changed.
const known = typeof DecompressionStream === "function"; // what is long comes packed
let has = "", parts = [], rev = -1, last = Promise.resolve();

/** The name of the screen this phone has; undefined where its page is not sent as a screen. */
export const screenHere = () => (known && "screen" in document.body.dataset ? has : undefined);

export const screenRev = () => rev;

/** Take a change over. Gives whether there is a screen of that rev now; else the page has to be fetched. */
export function change(sent) {
  last = last.then(() => take(sent)).catch(() => false);
  return last;
}

async function take({ from = "", screen, rev: to, parts: steps, packed }) {
  if (screen === has) return true;
  if (from && from !== has) return rev >= to; // an answer and the stream may overtake each other
  steps ??= JSON.parse(await unpacked(packed));
  const next = [];
  for (let at = 0; at < steps.length; at++) next.push(...(typeof steps[at] === "string" ? [steps[at]] : parts.slice(steps[at], steps[at] + steps[++at])));
  [has, parts, rev] = [screen, next, to];
  return true;
}

function unpacked(text) {
  const bytes = Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"))).text();
}

/** The page of that screen. Each of its forms gets an id of its own, so that no two phones send the same one. */
export function screenPage() {
  const page = new DOMParser().parseFromString(parts.join(""), "text/html");
  for (const input of page.querySelectorAll("input[name=id][value='']")) input.setAttribute("value", fresh());
  for (const input of page.querySelectorAll("input[name=expect][value='']")) input.setAttribute("value", rev);
  return page;
}

// Over plain HTTP there is no randomUUID.
const fresh = () => crypto.randomUUID?.() ?? [...crypto.getRandomValues(new Uint8Array(16))].map((one) => one.toString(16).padStart(2, "0")).join("");
