// Tables of phones at boardgame.io's own server, each phone one of its own clients; five sit, the others watch.
//
//   node clients.js QUESTION.json
//
// The question holds the server's port, the cards' facts, the actions of a recorded game, and how many tables, phones
// a table, moves and moves a second. Plays the first half at once and says "measuring", then makes the moves at the
// asked rate, tables in turn, and says "done" with milliseconds: for each move the time until every phone of its table
// had it from the server. A table makes a move once all its phones have the one before, since the server refuses a
// move made on an older state; where its game is at its end, it goes on at another, laid before.
"use strict";

const { readFileSync } = require("node:fs");
const { Client } = require("boardgame.io/client");
const { SocketIO } = require("boardgame.io/multiplayer");
const { makeGame } = require("./fairytale.js");

const { port, cards, actions, tables, phones, moves, rate } = JSON.parse(readFileSync(process.argv[2]));
const SEATS = 5;
const PATIENCE_MS = 60_000;
const server = `http://127.0.0.1:${port}`;
const game = makeGame(cards);

async function told(path, body) {
  const headers = { "Content-Type": "application/json" };
  const answer = await fetch(`${server}/games/fairytale${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
}

function phone(matchID, playerID, credentials) {
  const client = Client({ game, matchID, playerID, credentials, multiplayer: SocketIO({ server }), debug: false });
  const own = { client, received: 0, rev: -1, waiting: [] };
  client.start();
  // A client shows its own move before the server has it, so what counts is what came over the wire.
  client.transport.socket.on("sync", (_, sync) => heard(own, sync.state._stateID));
  client.transport.socket.on("update", (_, state) => heard(own, state._stateID));
  client.transport.socket.io.engine.on("packet", ({ data }) => (own.received += data ? data.length : 0));
  return own;
}

function heard(own, rev) {
  own.rev = Math.max(own.rev, rev);
  own.waiting = own.waiting.filter(([wanted, go]) => own.rev < wanted || go());
}

function until(own, rev) {
  if (own.rev >= rev) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`a phone never had rev ${rev}`)), PATIENCE_MS);
    own.waiting.push([rev, () => (clearTimeout(late), resolve(), false)]);
  });
}

async function lay() {
  const { matchID } = await told("/create", { numPlayers: SEATS });
  const own = [];
  for (let n = 0; n < phones; n += 1) {
    if (n >= SEATS) own.push(phone(matchID));
    else {
      const { playerCredentials } = await told(`/${matchID}/join`, { playerID: String(n), playerName: `P${n}` });
      own.push(phone(matchID, String(n), playerCredentials));
    }
  }
  await Promise.all(own.map((one) => until(one, 0)));
  const table = { own, done: 0, rev: 0 };
  while (table.done < actions.length / 2) await act(table);
  return table;
}

async function act(table) {
  const { type, seat, args } = actions[table.done];
  table.done += 1;
  table.rev += 1;
  const sent = performance.now();
  table.own[seat].client.moves[type](...args);
  await Promise.all(table.own.map((one) => until(one, table.rev)));
  return performance.now() - sent;
}

const received = (all) => all.reduce((sum, { own }) => sum + own.reduce((part, one) => part + one.received, 0), 0);

async function main() {
  const games = Math.ceil(moves / tables / Math.floor(actions.length / 2));
  const places = [];
  for (let n = 0; n < tables; n += 1) {
    const laid = [];
    while (laid.length < games) laid.push(await lay());
    places.push({ laid, turn: Promise.resolve() });
  }
  const all = places.flatMap(({ laid }) => laid);
  console.log("measuring");
  const [before, began, times] = [received(all), performance.now(), []];
  for (let n = 0; n < moves; n += 1) {
    const rest = began + (1000 * n) / rate - performance.now();
    if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest));
    const place = places[n % places.length];
    const asked = performance.now();
    place.turn = place.turn
      .then(() => act(place.laid.find((table) => table.done < actions.length)))
      .then(() => times.push(performance.now() - asked));
  }
  await Promise.all(places.map(({ turn }) => turn));
  const s = (performance.now() - began) / 1000;
  console.log(`done ${JSON.stringify({ s, received: received(all) - before, times_ms: times })}`);
  process.exit(0);
}

main();
