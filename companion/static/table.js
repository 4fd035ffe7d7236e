// A table's pages: updates, the board under the finger, photos, searching, a screen that stays on.
import { live } from "./live.js";
import { board } from "./board.js";
import { looking } from "./look.js";
import { numbers } from "./numbers.js";
import { photos } from "./photo.js";
import { picks } from "./picks.js";
import { awake } from "./awake.js";
import { grip } from "./grip.js";

picks();
looking();
board();
numbers();
photos();
grip();
awake();
live();
if (document.getElementById("curtain")) import("./curtain.js").then((page) => page.curtain());
