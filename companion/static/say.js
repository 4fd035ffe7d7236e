// A sentence that screen readers say; where it is to be seen too, it stands over the page for a while.
const SEEN_MS = 6000;
let timer = 0;

export function say(text, seen = false) {
  const place = document.getElementById("live");
  place.textContent = "";
  place.textContent = text;
  clearTimeout(timer);
  place.classList.toggle("vh", !seen);
  if (seen) timer = setTimeout(() => place.classList.add("vh"), SEEN_MS);
}
