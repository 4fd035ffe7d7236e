// What the changes of a counter add up to. Counts of one group are one line of the history; an undo takes back what was
// counted of its group until then, or the new game it began.

/** Names, the lines of the history in order, and the game's clock (milliseconds), of a game's changes. */
export function folded(game) {
  const names = [], before = [];
  let now = { lines: new Map(), began: game.began, rest: 0, paused: 0, again: "" };
  for (const one of [...game.kept, ...game.pending]) {
    const line = now.lines.get(one.group);
    if (one.kind === "count" && line) Object.assign(line, { by: line.by + one.by, at: one.at });
    else if (one.kind === "count") now.lines.set(one.group, { ...one });
    else if (one.kind === "undo" && line) now.lines.delete(one.group);
    else if (one.kind === "undo" && one.group === now.again && !counted(now).length) now = before.pop();
    else if (one.kind === "name") names[one.seat] = one.name;
    else if (one.kind === "again") {
      before.push(now);
      now = { lines: new Map(), began: one.at, rest: 0, paused: 0, again: one.group };
    } else if (one.kind === "pause") now.paused ||= one.at;
    else if (one.kind === "resume" && now.paused) Object.assign(now, { rest: now.rest + one.at - now.paused, paused: 0 });
  }
  return { ...now, names, lines: counted(now) };
}
const counted = (now) => [...now.lines.values()].filter((line) => line.by);

/** What takes the newest line back, or with none left the new game; null where there is nothing to take back. */
export function newest(now) {
  return now.lines.at(-1)?.group ?? (now.again || null);
}

/** The same game in fewer changes, for a phone that counts alone for very long: its newest lines stay, older ones become sums. */
export function shortened(game, lines) {
  const now = folded(game), sums = new Map();
  for (const one of now.lines.splice(0, Math.max(0, now.lines.length - lines))) {
    const key = `${one.seat} ${one.counter} ${one.source}`, sum = sums.get(key);
    if (sum) sum.by += one.by; else sums.set(key, one);
  }
  const names = now.names.flatMap((name, seat) => (name ? { id: newId(), at: now.began, kind: "name", seat, name } : []));
  const paused = now.paused ? [{ id: newId(), at: now.paused, kind: "pause" }] : [];
  return { ...game, began: now.began + now.rest, kept: [], pending: [...names, ...[...sums.values()].filter((sum) => sum.by), ...now.lines, ...paused] };
}

/** As random as a UUID; browsers make those over HTTPS only. */
export function newId() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
