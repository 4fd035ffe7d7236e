// The pages work without this. With it they come alive: what every page needs, and what only some do, by need.
// What a table's pages need besides is in table.js.
if (document.querySelector("[data-copy], [data-download], form[data-follow]")) import("./small.js").then((page) => page.small());
if (!document.body.dataset.stream) {
  if (document.querySelector("[data-send]")) import("./send.js").then((page) => page.sending());
  if (document.querySelector("fieldset, [data-step]")) import("./picks.js").then((page) => page.picks());
  if (document.querySelector("form[data-photo]")) import("./photo.js").then((page) => page.photos());
}
// The address is named only where browsers take a service worker; one that does not trust the connection yet does not.
if (document.querySelector("link[rel=manifest]")) addEventListener("load", () => navigator.serviceWorker?.register("/service-worker.js").catch(() => {}));
if (document.querySelector("[data-again]")) for (const name of ["online", "focus"]) addEventListener(name, () => location.reload());
if (document.body.hasAttribute("data-diag")) import("./diag.js").then((page) => page.diag());
if (document.documentElement.classList.contains("tv")) import("./fit.js").then((page) => page.fit());
if (document.getElementById("live-view")) import("./camera.js").then((page) => page.camera());
if (document.body.hasAttribute("data-secure")) import("./secure.js").then((page) => page.secure());
if (document.querySelector("#print-form, [data-job]")) import("./print.js").then((page) => page.print());
if (document.body.hasAttribute("data-setup")) import("./setup.js").then((page) => page.setup());
if (document.body.hasAttribute("data-replay")) import("./replay.js").then((page) => page.replay());
if (document.querySelector("[data-share]")) import("./share.js").then((page) => page.share());
if (document.body.hasAttribute("data-counter")) import("./counter.js").then((page) => page.counter());
if (document.body.hasAttribute("data-club")) import("./club.js").then((page) => page.club());
