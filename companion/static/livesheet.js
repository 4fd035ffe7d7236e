// The sheet under the picture: how many of how many are read, what is missing, and the one button under the thumb.
import { _ } from "./words.js";

const $ = (id) => document.getElementById(id);
const KEPT = "tw-live-auto";
const TOAST_MS = 7000;
const CHIPS = 60;
const fresh = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) => b.toString(16).padStart(2, "0")).join("");

export function sheet({ session, seat, again, still }) {
  const auto = $("live-auto"), accept = $("live-accept"), list = $("live-list");
  let last = null, busy = false, done = 0, undoes = null, buzzed = new Set(), timer = 0;
  let unanswered = null, undoing = ""; // may have arrived without an answer: the same again goes under the same id
  auto.checked = localStorage.getItem(KEPT) === "1";
  auto.addEventListener("change", () => localStorage.setItem(KEPT, auto.checked ? "1" : "0"));
  accept.addEventListener("click", take);
  $("live-again").addEventListener("click", async () => {
    await post("look-again", { session: session(), seat }).catch(() => {});
    buzzed = new Set();
    again();
  });
  $("live-still").addEventListener("click", still);
  $("live-undo").addEventListener("click", undo);

  const post = (what, body) => fetch(`/api/tables/${document.body.dataset.code}/${what}`, { method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json" } });

  async function take() {
    if (!last || busy) return;
    // What leaves more than one answer is settled on a page of its own.
    if (!last.ready) return choose(last.codes);
    busy = true;
    accept.setAttribute("data-busy", "");
    const { codes } = last;
    if (unanswered?.codes.join() !== codes.join()) unanswered = { id: fresh(), codes };
    try {
      const answer = await post("seen", { ...unanswered, session: session(), seat });
      const told = await answer.json();
      unanswered = null;
      if (!answer.ok) say([told.error]);
      else if (told.accepted) accepted(told);
      else choose(codes);
    } catch { say([{ text: _("Out of reach. Tap again in a moment; it counts once.") }]); }
    accept.removeAttribute("data-busy");
    busy = false;
  }

  function choose(codes) {
    const form = $("live-choose");
    form.elements.namedItem("id").value = fresh();
    form.elements.namedItem("code").value = codes.join("\n");
    form.submit();
  }

  function accepted(told) {
    undoes = told.rev;
    undoing = fresh();
    done = told.rev;
    navigator.vibrate?.([30, 40, 30]);
    const toast = $("live-toast");
    toast.querySelector("span").textContent = told.said || _("Logged");
    toast.hidden = false;
    clearTimeout(timer);
    timer = setTimeout(() => { toast.hidden = true; }, TOAST_MS);
  }

  async function undo() {
    if (undoes === null) return;
    try {
      const answer = await post("undo", { id: undoing, target: undoes });
      const told = await answer.json();
      undoes = null;
      $("live-toast").querySelector("span").textContent = answer.ok ? _("Taken back") : told.error.text;
    } catch { $("live-toast").querySelector("span").textContent = _("Out of reach. Tap again in a moment; it counts once."); }
  }

  function show(sight) {
    last = sight;
    const gathered = sight.cards.filter((card) => card.gathered);
    const total = Math.max(sight.of, 0);
    const logged = gathered.length ? 0 : sight.cards.filter((card) => card.logged).length;
    text($("live-count"), String(logged || gathered.length));
    text($("live-of"), logged ? _("logged") : total ? _("of {count} read", { count: total }) : _("read"));
    $("live-count").classList.toggle("all", total > 0 && gathered.length >= total);
    chips(gathered, sight.missing);
    say(sight.problems.filter((one) => one.code !== "not_seen"));
    buzz(gathered);
    if (sight.submitted && sight.rev !== done) accepted(sight);
    if (busy) return;
    const marked = sight.choices.find((choice) => choice.primary) ?? sight.choices[0];
    const words = !gathered.length ? (sight.cards.some((card) => card.logged && card.in_view) ? _("Nothing new in sight") : _("Hold it over the cards"))
      : sight.ready ? (sight.choices.length && marked ? marked.label : _("Accept: {cards}", { cards: sight.summary || gathered.map((card) => card.name).join(", ") }))
      : sight.choices.length ? _("Choose what it means") : _("Nothing to log now");
    if (accept.textContent !== words) accept.textContent = words;
    accept.disabled = !gathered.length || (!sight.ready && !sight.choices.length);
  }

  function chips(gathered, missing) {
    const wanted = [...gathered.slice(-CHIPS).map((card) => [`c${card.laid}`, card.name, "done"]), ...missing.map((name, index) => [`m${index}-${name}`, name, "missing"])];
    const old = new Map([...list.children].map((node) => [node.dataset.key, node]));
    const nodes = wanted.map(([key, name, look]) => {
      const node = old.get(key) ?? Object.assign(document.createElement("li"), { textContent: name });
      node.dataset.key = key;
      node.className = look;
      return node;
    });
    if (nodes.length === list.children.length && nodes.every((node, index) => node === list.children[index])) return;
    const more = nodes.length > list.children.length;
    list.replaceChildren(...nodes);
    if (more && gathered.length) nodes[gathered.length - 1].scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  function buzz(gathered) {
    const news = gathered.filter((card) => !buzzed.has(card.laid));
    if (!news.length) return;
    for (const card of news) buzzed.add(card.laid);
    if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(25);
    const flash = $("live-flash");
    flash.classList.remove("now");
    void flash.offsetWidth;
    flash.classList.add("now");
  }

  function say(problems) {
    const place = $("live-say"), words = problems.map((one) => one.text).slice(0, 2).join(" ");
    place.hidden = !words;
    text(place, words);
  }

  const text = (place, words) => { if (place.textContent !== words) place.textContent = words; };

  return {
    show,
    logged: (told) => { if (told.rev !== done) accepted(told); },
    mode: () => (auto.checked ? "auto" : "ask"),
    off: (is) => { $("live-sheet").hidden = is; },
    canStill: (can) => { $("live-still").hidden = !can; $("live-snap").hidden = can; },
  };
}
