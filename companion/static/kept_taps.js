// Taps that have not been answered, on this phone's disk. A database, because it is on the disk when it says so: what is
// put into localStorage is written some seconds later, and lost with a browser that is killed before.
const here = new Set(); // this page's own; a browser that keeps nothing has them here at least
const LATE_MS = 2000;
let newest = 0;

/** Keep a tap ({ to, body, label }), or what has become of it. */
// Its key comes from the page: a write that is late and lands after all must leave no second copy, nor an older one.
export function keep(tap) {
  here.add(tap);
  tap.n ??= (newest = Math.max(newest + 1, Date.now())) + Math.random() / 2;
  return tap.kept = Promise.resolve(tap.kept).then(() => base((taps) => taps.put(plain(tap)))).catch(() => {});
}
const plain = ({ kept, done, ...tap }) => tap;

/** It has been answered. */
export async function drop(tap) {
  here.delete(tap);
  await tap.kept;
  await base((taps) => taps.delete(tap.n)).catch(() => {});
}

/** All of them, of every tab, the oldest first. */
export async function taps() {
  const found = await base((taps) => taps.getAll()).catch(() => []);
  const mine = [...here], own = new Set(mine.map((tap) => tap.n));
  newest = Math.max(newest, ...found.map(({ n }) => n));
  return [...found.filter(({ n }) => !own.has(n)), ...mine].sort((a, b) => a.n - b.n);
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
