// Brings what this phone has counted to the server and what others have counted from there. Out of reach the phone counts
// on; every change has an id, so what is sent twice counts once.
const SOON_MS = 120, LATE_MS = 6000, DEAD_MS = 7000, TICK_MS = 2000, AT_ONCE = 100;
const AGAIN_MS = [500, 1000, 2000, 4000, 8000, 15000];
const PASSING = [408, 425, 429];

let game = () => null, changed = () => {};
let source = null, listening = "", heard = 0, linked = false, sending = null, timer = 0, failures = 0, looking = false, named = 0;

export const isLinked = () => linked;
const left = new Set(); // the ids of all changes that have gone out, also of those no answer came to: they may have arrived
/** Whether a change has gone out, so that nothing may be added to it any more. */
export const hasLeft = (change) => left.has(change.id);

/** `now` gives the game of the moment; `again` is called whenever others have changed it, or it is in or out of reach. */
export function sharing(now, again) {
  game = now;
  changed = again;
  setInterval(tick, TICK_MS);
  for (const [place, name] of [[window, "online"], [window, "pageshow"], [document, "visibilitychange"]]) place.addEventListener(name, () => { if (!document.hidden) wake(); });
  addEventListener("pagehide", close);
  wake();
}

/** There is something to send, or another game than before. */
export function soon() {
  timer ||= setTimeout(flush, SOON_MS);
  if (listening !== game()?.code) listen();
}

function wake() {
  failures = 0;
  listen();
  flush();
  look();
}

function tick() {
  if (document.hidden || !game()) return;
  if (game().code && performance.now() - heard > DEAD_MS) { reach(false); listen(); look(); }
}

function reach(yes) {
  if (yes !== linked) { linked = yes; changed(); }
}

async function ask(to, body) {
  const options = body ? { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) } : {};
  const answer = await fetch(to, { cache: "no-store", signal: AbortSignal.timeout(LATE_MS), ...options });
  // In another network another machine may answer under this address.
  if (!answer.headers.has("tablewright")) throw new Error("not ours");
  return { status: answer.status, said: await answer.json(), wait: Number(answer.headers.get("retry-after")) || 0 };
}

// ---- out ----
async function flush() {
  clearTimeout(timer);
  timer = 0;
  const mine = game();
  if (sending || !mine || mine.full || (mine.code && !mine.pending.length)) return;
  sending = mine.code ? mine.pending.slice(0, mine.one ? 1 : AT_ONCE) : [];
  for (const one of sending) left.add(one.id);
  try {
    const { status, said, wait } = await (mine.code ? ask(`/api/counters/${mine.code}/changes`, { changes: sending.map((one) => sent(mine, one)), after: mine.rev }) : ask("/api/counters", { players: mine.players, start: mine.start, began_s: Math.max(0, Math.round((Date.now() + mine.offset - mine.began) / 1000)) }));
    const passing = status >= 500 || PASSING.includes(status), batch = sending;
    sending = null;
    if (mine !== game()) return void soon();
    if (passing) return later(wait);
    failures = 0;
    reach(true);
    if (status < 300) took(mine, said, batch);
    else refused(mine, said.error?.code, batch);
    if (mine.pending.length || !mine.code) soon();
  } catch {
    sending = null;
    reach(false);
    later();
  }
}

const sent = (mine, { at, ...one }) => ({ ...one, ago_s: Math.max(0, Math.round((Date.now() + mine.offset - at) / 1000)) });

function later(wait = 0) {
  timer = setTimeout(flush, Math.max(wait * 1000, AGAIN_MS[Math.min(failures++, AGAIN_MS.length - 1)]));
}

function took(mine, said, batch) {
  const gone = new Set(batch.map((one) => one.id));
  mine.pending = mine.pending.filter((one) => !gone.has(one.id));
  mine.one = false;
  if (!mine.code) { mine.code = said.code; listen(); }
  arrived(mine, said);
}

// A change that cannot be read is left out, and so holds up none that can.
function refused(mine, why, batch) {
  if (why === "log_full") mine.full = true;
  else if (why === "no_table" && !mine.followed) Object.assign(mine, { code: "", rev: 0, pending: [...mine.kept, ...mine.pending], kept: [] });
  else if (why === "no_table" || !mine.code) mine.full = true;
  else if (batch.length > 1) mine.one = true;
  else mine.pending = mine.pending.filter((one) => one !== batch[0]);
  changed();
}

// ---- in ----
function listen() {
  close();
  const mine = game();
  if (!mine?.code) return;
  listening = mine.code;
  named = 0;
  heard = performance.now();
  source = new EventSource(`/api/counters/${mine.code}/stream`);
  for (const name of ["rev", "beat"]) source.addEventListener(name, hear);
  source.onerror = () => { reach(false); if (source?.readyState === 2) source = null; };
}
function close() {
  source?.close();
  source = null;
  listening = "";
}

function hear(event) {
  const mine = game(), { rev } = JSON.parse(event.data);
  heard = performance.now();
  named = rev;
  if (!linked && mine?.pending.length) flush();
  reach(true);
  if (rev < mine.rev) Object.assign(mine, { rev: 0, kept: [] }); // an older state was brought back
  if (rev !== mine.rev) look();
}

async function look() {
  const mine = game();
  if (!mine?.code || looking) return;
  looking = true;
  try {
    const { status, said } = await ask(`/api/counters/${mine.code}?after=${mine.rev}`);
    if (mine === game() && status < 300) { reach(true); arrived(mine, said); }
    else named = 0;
  } catch { reach(false); }
  looking = false;
  if (mine === game() && linked && named > mine.rev) look();
}

function arrived(mine, said) {
  if (said.anew) {
    Object.assign(mine, { rev: 0, kept: [] });
    return void setTimeout(look);
  }
  const known = new Set(mine.kept.map((one) => one.id)), offset = said.now * 1000 - Date.now();
  if (Math.abs(offset - mine.offset) > 1500) mine.offset = offset;
  mine.began = said.made_at * 1000;
  for (const one of said.changes) if (!known.has(one.id)) mine.kept.push({ ...one, at: one.at * 1000 });
  const here = new Set(said.changes.map((one) => one.id));
  mine.pending = mine.pending.filter((one) => !here.has(one.id));
  mine.rev = Math.max(mine.rev, said.rev);
  changed();
}
