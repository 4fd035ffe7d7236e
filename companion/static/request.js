// Requests nobody waits for without end. A phone is not told that a connection has died, so what is not answered in
// time is given up, which closes its connection, and the next attempt gets another one.
const LATE_MS = 2500, WOKEN_MS = 3000;
const REPEATS_MS = [600, 750, 900]; // after waking several kept connections may be dead, and each takes one attempt
const open = new Set();
let woken = -Infinity, alive = false;

/** Whether an answer says nothing about the request itself, which may be sent again. */
export const passing = ({ status }) => status >= 500 || status === 408 || status === 425 || status === 429;

/** The phone has slept or changed its network: give up all (or only the `posts`) that hangs on connections from before. */
export function startAnew(posts = false) {
  woken = performance.now();
  alive = false;
  for (const one of open) if (one.post || !posts) one.abort();
}

/** Something was heard since: what is not answered now is slow rather than dead. */
export const isAlive = () => { alive = true; };

/** What our server answers: status, url, text, and the seconds it wants us to wait. Rejects where it is out of reach. */
export async function ask(to, options = {}, late = LATE_MS) {
  const attempts = [], timers = [];
  try {
    return await new Promise((done, lost) => {
      let left = 0;
      const attempt = () => {
        const one = Object.assign(new AbortController(), { post: Boolean(options.method) });
        attempts.push(one);
        open.add(one);
        left++;
        answer(to, { cache: "no-store", ...options, signal: one.signal }).then(done, (why) => { if (!--left) lost(why); });
      };
      attempt();
      timers.push(setTimeout(lost, late, new Error("late")));
      if (performance.now() - woken < WOKEN_MS) timers.push(...REPEATS_MS.map((ms, n) => setTimeout(() => { if (!n || !alive) attempt(); }, ms)));
    });
  } finally {
    timers.forEach(clearTimeout);
    for (const one of attempts) { open.delete(one); one.abort(); }
  }
}

async function answer(to, options) {
  const found = await fetch(to, options), { headers, status, url } = found;
  // In another network another machine may answer under this address.
  if (!headers.has("tablewright")) throw new Error("not ours");
  return { status, url, text: await found.text(), wait: Number(headers.get("retry-after")) || 0 };
}
