// Keeps the shell of the pages on this phone: one page that says the table is out of reach, and what it is drawn with.
// Nothing of a table is ever kept.
const SHELL = {{ shell|safe }};
const KEPT = "tablewright-{{ edition }}";

addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(SHELL.map((to) => new Request(to, { cache: "reload" })))).then(() => skipWaiting()));
});
addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name.startsWith("tablewright-") && name !== KEPT) await caches.delete(name);
    await registration.navigationPreload?.enable();
    await clients.claim();
  })());
});
addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(page(event));
  else if (SHELL.includes(new URL(request.url).pathname)) event.respondWith(caches.match(request).then((kept) => kept ?? fetch(request)));
});

async function page(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return (await caches.match("/offline")) ?? Response.error();
  }
}
