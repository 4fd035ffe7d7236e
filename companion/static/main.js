// The pages work without this. With it they come alive: updates, photos, searching, a screen that stays on.
import { live } from "./live.js";
import { sending } from "./send.js";
import { board } from "./board.js";
import { looking } from "./look.js";
import { numbers } from "./numbers.js";
import { photos } from "./photo.js";
import { picks } from "./picks.js";
import { awake } from "./awake.js";
import { small } from "./small.js";
import { grip } from "./grip.js";

picks();
looking();
board();
numbers();
photos();
sending();
small();
grip();
awake();
live();
if (document.body.hasAttribute("data-diag")) import("./diag.js").then((page) => page.diag());
if (document.documentElement.classList.contains("tv")) import("./fit.js").then((page) => page.fit());
if (document.getElementById("live-view")) import("./camera.js").then((page) => page.camera());
if (document.body.hasAttribute("data-secure")) import("./secure.js").then((page) => page.secure());
if (document.querySelector("#print-form, [data-job]")) import("./print.js").then((page) => page.print());
if (document.body.hasAttribute("data-setup")) import("./setup.js").then((page) => page.setup());
