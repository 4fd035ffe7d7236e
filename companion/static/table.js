// A table's pages: updates, the board under the finger, photos, searching, a screen that stays on.
import { live } from "./live.js";
import { sending } from "./send.js";
import { board } from "./board.js";
import { numbers } from "./numbers.js";
import { photos } from "./photo.js";
import { picks } from "./picks.js";
import { grip } from "./grip.js";

const AWAKE_MS = 3000;

sending();
picks();
board();
numbers();
photos();
grip();
live();
dispatchEvent(new Event("ready"));
// Soft hyphens show where a long name may be divided: what is copied has none.
addEventListener("copy", (event) => {
  const text = String(getSelection());
  if (!/\xad/.test(text)) return;
  event.clipboardData.setData("text/plain", text.replace(/\xad/g, ""));
  event.preventDefault();
});
// What a page brings along only later, when the game has begun or another person plays here too, is loaded then.
needed("#curtain", () => import("./curtain.js").then((page) => page.curtain()));
needed(".pad .cell, [data-cell]", () => import("./pad.js").then((page) => page.pad()));
tools();
// Nobody taps the screen in the middle of the table: it goes on to the next game with the others. Whoever opens it once
// that game is laid wants to see this one.
if (!document.body.dataset.next) needed("body[data-next]", () => location.replace(document.body.dataset.next));
// No screen goes dark in the first seconds: what keeps it on comes once everything else is there.
setTimeout(() => import("./awake.js").then((page) => page.awake(), () => {}), AWAKE_MS);
if (document.documentElement.dataset.sound === "on") import("./knock.js").then((page) => page.knock());

function needed(css, load) {
  if (document.querySelector(css)) load();
  else addEventListener("page", () => needed(css, load), { once: true });
}

// Dice and clocks come with the menu that has them, or where somebody asked to be told of a long turn.
function tools() {
  let last = "";
  const load = () => import("./tools.js").then((page) => { page.tools(); return page; });
  if (localStorage.getItem("tw-turn-minutes")) load();
  addEventListener("toggle", (event) => { if (event.target.matches?.(".menu[open]")) load(); }, true);
  addEventListener("click", (event) => {
    const tool = event.target.closest("[data-tool]");
    // Of two that are wanted while it loads the last one opens: what waits for a script goes on in no order.
    if (tool) { last = tool.dataset.tool; load().then((page) => page.openTool(last)); }
    const menu = document.querySelector(".menu[open]");
    if (menu && (tool || !menu.contains(event.target))) menu.open = false;
  });
}

// What was shared out is sent: the large button has its place again.
addEventListener("submit", (event) => {
  const share = event.target.closest?.(".share");
  if (share) setTimeout(() => { share.open = false; });
});
