// Fairy Tale's select, reveal, flip and score as a boardgame.io game (for server.js and clients.js too), and, run as a
// program, its reducer driven over recorded games.
//
//   node fairytale.js < question.json > answer.json
//
// The question holds the cards' facts and the games (players, events); the answer the time of the quickest of several
// runs over all of them and every game's end, for benchmarks/rules_speed.py to compare with ours. As friendly to the
// framework as we know how: undo off, no random, no client, only what the events need.
"use strict";

const { CreateGameReducer, InitializeGame } = require("boardgame.io/dist/cjs/internal.js");

const STEPS = [["unflip", true], ["unflip", false], ["flip", true], ["flip", false]];

function needsOf(fired, step, seats) {
  const [verb, specific] = STEPS[step];
  const total = new Map();
  for (const { seat, effect } of fired) {
    if (effect.verb !== verb || (effect.faction !== null) !== specific) continue;
    const whose = effect.who === "you" ? [seat] : [...Array(seats).keys()];
    for (const one of whose) {
      const key = `${one}|${effect.faction ?? ""}`;
      const known = total.get(key) ?? { seat: one, verb, faction: effect.faction, amount: 0 };
      known.amount += effect.amount;
      total.set(key, known);
    }
  }
  return [...total.values()].sort((a, b) => a.seat - b.seat || ((a.faction ?? "") < (b.faction ?? "") ? -1 : 1));
}

function makeGame(cards) {
  function candidates(G, need) {
    const liesUp = need.verb === "flip";
    return G.tableaus[need.seat].filter(
      (one) => one.up === liesUp && (need.faction === null || cards[one.card].faction === need.faction),
    );
  }

  function advance(G) {
    const turning = G.turning;
    while (turning.step < STEPS.length) {
      let waiting = false;
      for (const need of needsOf(turning.fired, turning.step, G.tableaus.length)) {
        const key = `${need.seat}|${need.faction ?? ""}`;
        if (turning.settled.includes(key)) continue;
        const own = candidates(G, need);
        if (own.length > need.amount) {
          waiting = true;
          continue;
        }
        for (const one of own) one.up = need.verb === "unflip";
        turning.settled.push(key);
      }
      if (waiting) return;
      turning.step += 1;
      turning.settled = [];
    }
    G.turning = null;
    G.played += 1;
    if (G.played === 3) {
      G.discarded += 2 * G.tableaus.length;
      G.closed = true;
    }
  }

  function reveal(G) {
    const fired = [];
    G.placed.forEach((card, seat) => {
      G.tableaus[seat].push({ uid: `${seat}.${G.tableaus[seat].length + 1}`, card, up: true });
      for (const effect of cards[card].effects) if (effect.verb !== "remind") fired.push({ seat, effect });
    });
    G.placed = G.placed.map(() => null);
    G.turning = { step: 0, settled: [], fired };
    advance(G);
  }

  function count(tableau, value) {
    return tableau.filter(
      (one) =>
        one.up && ((value.name && cards[one.card].name === value.name) || (value.faction && cards[one.card].faction === value.faction)),
    ).length;
  }

  function worth(G, seat, card) {
    const value = cards[card].value;
    if (value.kind === "none") return 0;
    if (value.kind === "fixed") return value.points;
    const own = count(G.tableaus[seat], value);
    if (value.kind === "count" || value.kind === "friend_per") return value.points * own;
    if (value.kind === "friend_if") return own ? value.points : 0;
    const best = Math.max(0, ...G.tableaus.filter((_, other) => other !== seat).map((one) => count(one, value)));
    return own && own >= best ? value.points : 0;
  }

  return {
    name: "fairytale",
    disableUndo: true,
    setup: ({ ctx }) => ({
      stage: 1,
      played: 0,
      closed: false,
      discarded: 0,
      tableaus: Array.from({ length: ctx.numPlayers }, () => []),
      placed: Array.from({ length: ctx.numPlayers }, () => null),
      turning: null,
      totals: null,
    }),
    turn: { activePlayers: { all: "open" }, stages: { open: {} } },
    moves: {
      next_stage: ({ G }, to) => {
        if (to !== G.stage + 1 || (G.stage % 2 === 0 && !G.closed)) return "INVALID_MOVE";
        G.stage = to;
        G.played = 0;
        G.closed = false;
      },
      select: ({ G, playerID }, card) => {
        const seat = Number(playerID);
        if (G.stage % 2 || G.closed || G.turning || G.placed[seat] || G.tableaus[seat].length >= 12) return "INVALID_MOVE";
        G.placed[seat] = card;
        if (G.placed.every((one) => one !== null)) reveal(G);
      },
      choose: ({ G, playerID }, step, uids) => {
        const seat = Number(playerID);
        const [verb, word] = step.split(":");
        const faction = word === "*" ? null : word;
        const need = G.turning && needsOf(G.turning.fired, G.turning.step, G.tableaus.length).find(
          (one) => one.seat === seat && one.verb === verb && one.faction === faction,
        );
        if (!need || G.turning.settled.includes(`${seat}|${faction ?? ""}`)) return "INVALID_MOVE";
        const own = candidates(G, need);
        if (uids.length !== Math.min(need.amount, own.length)) return "INVALID_MOVE";
        if (!uids.every((uid) => own.some((one) => one.uid === uid))) return "INVALID_MOVE";
        for (const one of own) if (uids.includes(one.uid)) one.up = verb === "unflip";
        G.turning.settled.push(`${seat}|${faction ?? ""}`);
        advance(G);
      },
      score: ({ G }) => {
        G.totals = G.tableaus.map((own, seat) =>
          own.filter((one) => one.up).reduce((sum, one) => sum + worth(G, seat, one.card), 0),
        );
      },
    },
  };
}

function action({ type, seat, args }) {
  return { type: "MAKE_MOVE", payload: { type, args, playerID: String(seat), credentials: undefined } };
}

function run(game, games) {
  const ends = [];
  const began = process.hrtime.bigint();
  for (const { players, events } of games) {
    const reducer = CreateGameReducer({ game });
    let state = InitializeGame({ game, numPlayers: players });
    for (const event of events) state = reducer(state, action(event));
    ends.push(state);
  }
  return { s: Number(process.hrtime.bigint() - began) / 1e9, ends };
}

function answer(question) {
  const { cards, games, runs } = JSON.parse(question);
  const game = makeGame(cards);
  console.error = () => {};
  let best = Infinity;
  let ends = [];
  for (let n = 0; n < runs; n += 1) {
    const found = run(game, games);
    best = Math.min(best, found.s);
    ends = found.ends;
  }
  const finals = ends.map(({ G, _stateID: rev }) => ({
    rev,
    totals: G.totals,
    discarded: G.discarded,
    tableaus: G.tableaus.map((own) => own.map((one) => `${one.up ? "" : "-"}${one.card}`)),
  }));
  return JSON.stringify({ s: best, finals });
}

module.exports = { makeGame };

if (require.main === module) {
  let text = "";
  process.stdin.on("data", (part) => (text += part));
  process.stdin.on("end", () => process.stdout.write(answer(text)));
}
