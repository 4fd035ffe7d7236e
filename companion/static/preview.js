// Asks for the newest save, which answers as soon as there is one, and puts the page's new content in its place.
const asked = async () => {
  const shown = document.getElementById("preview");
  const answer = await fetch(`/preview/rev?seen=${shown.dataset.rev}`);
  if ((await answer.text()) === shown.dataset.rev) return;
  const fresh = new DOMParser().parseFromString(await (await fetch("/preview")).text(), "text/html");
  shown.replaceWith(fresh.getElementById("preview"));
};
// Not awaited here: a script that never ends would never have been loaded either.
const watch = async () => { for (;;) await asked().catch(() => new Promise((go) => setTimeout(go, 1000))); };
void watch();
