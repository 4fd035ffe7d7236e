// Taps that have not been answered, on this phone's disk. A database, because it is on the disk when it says so: what is
// put into localStorage is written some seconds later, and lost with a browser that is killed before.
const here = new Set(); // this page's own; a browser that keeps nothing has them here at least
const LATE_MS = 2000;

/** Keep a tap ({ to, body, label }), or what has become of it. */
export function keep(tap) {
  here.add(tap);
  const { kept, done, ...plain } = tap;
  tap.kept = (kept ?? Promise.resolve()).then(() => base((taps) => taps.put(tap.n ? { ...plain, n: tap.n } : plain))).then((n) => { tap.n = n; }, () => {});
  return tap.kept;
}

/** It has been answered. */
export async function drop(tap) {
  here.delete(tap);
  await tap.kept;
  if (tap.n) await base((taps) => taps.delete(tap.n)).catch(() => {});
}

/** All of them, of every tab, the oldest first. */
export async function taps() {
  const found = await base((taps) => taps.getAll()).catch(() => []);
  const mine = [...here], own = new Set(mine.map((tap) => tap.n));
  return [...found.filter(({ n }) => !own.has(n)), ...mine].sort((a, b) => (a.n ?? Infinity) - (b.n ?? Infinity));
}

// Opened for each change: iOS loses what is open while the phone sleeps, and may not answer at all.
function base(change) {
  return new Promise((done, lost) => {
    setTimeout(lost, LATE_MS);
    const asked = indexedDB.open("tablewright", 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore("taps", { keyPath: "n", autoIncrement: true });
    asked.onerror = lost;
    asked.onsuccess = () => {
      const all = asked.result.transaction("taps", "readwrite", { durability: "strict" });
      const answer = change(all.objectStore("taps"));
      all.oncomplete = () => { asked.result.close(); done(answer.result); };
      all.onabort = () => { asked.result.close(); lost(); };
    };
  });
}
