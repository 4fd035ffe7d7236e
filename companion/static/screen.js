// This phone's screen as the stream and the answers to taps send it: in parts, and each time only what changed.
import { freshId } from "./fresh_id.js";

let has = "", parts = [], rev = -1, last = Promise.resolve();

/** The name of the screen this phone has; undefined where its page is not sent as one, or the browser unpacks nothing. */
export const screenHere = () => ("screen" in document.body.dataset && self.DecompressionStream ? has : undefined);

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
  parts = steps.flatMap((one) => (one.trim ? one : parts.slice(...one)));
  [has, rev] = [screen, to];
  return true;
}

function unpacked(text) {
  const bytes = Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
  return new Response(new Response(bytes).body.pipeThrough(new DecompressionStream("deflate-raw"))).text();
}

/** The page of that screen. Each of its forms gets an id of its own, so that no two phones send the same one. */
export function screenPage() {
  const page = new DOMParser().parseFromString(parts.join(""), "text/html");
  for (const one of page.querySelectorAll("[name=id], [name=expect]")) one.setAttribute("value", one.name === "id" ? freshId() : rev);
  return page;
}
