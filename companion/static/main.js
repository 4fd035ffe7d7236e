// The pages work without this. With it they come alive: what every page needs, and what only some do, by need.
// What a table's pages need besides is in table.js.
const has = (css) => document.querySelector(css);
const coming = [];
const wanted = (css, load) => { if (has(css)) coming.push(load().then(() => alive.push(css))); };
wanted("[data-copy], [data-download], form[data-follow]", () => import("./small.js").then((page) => page.small()));
if (!document.body.dataset.stream) {
  wanted("[data-send]", () => import("./send.js").then((page) => page.sending()));
  wanted("fieldset, [data-step]", () => import("./picks.js").then((page) => page.picks()));
  wanted("form[data-photo]", () => import("./photo.js").then((page) => page.photos()));
}
// The address is named only where browsers take a service worker; one that does not trust the connection yet does not.
if (has("link[rel=manifest]")) addEventListener("load", () => navigator.serviceWorker?.register("/service-worker.js").catch(() => {}));
if (has("[data-reload]")) for (const name of ["online", "focus"]) addEventListener(name, () => location.reload());
wanted("[data-diag]", () => import("./diag.js").then((page) => page.diag()));
wanted(".tv", () => import("./fit.js").then((page) => page.fit()));
wanted("#live-view", () => import("./camera.js").then((page) => page.camera()));
wanted("#teach-view", () => import("./teach_live.js").then((page) => page.teachLive()));
wanted("[data-secure]", () => import("./secure.js").then((page) => page.secure()));
wanted("#print-form, [data-job]", () => import("./print.js").then((page) => page.print()));
wanted("[data-setup]", () => import("./setup.js").then((page) => page.setup()));
wanted("[data-replay]", () => import("./replay.js").then((page) => page.replay()));
wanted("[data-share]", () => import("./share.js").then((page) => page.share()));
wanted("[data-counter]", () => import("./counter.js").then((page) => page.counter()));
wanted("[data-club]", () => import("./club.js").then((page) => page.club()));
// What was touched before is done now (first.js).
Promise.allSettled(coming).then(() => dispatchEvent(new Event("ready")));
