// boardgame.io's own server with Fairy Tale, as its documents set it up: its lobby, its sockets, its store in memory.
//
//   node server.js CARDS.json PORT
//
// Says "ready" once it listens. For benchmarks/live_phones.py.
"use strict";

const { readFileSync } = require("node:fs");
const { Server } = require("boardgame.io/server");
const { makeGame } = require("./fairytale.js");

const [cards, port] = process.argv.slice(2);
const server = Server({ games: [makeGame(JSON.parse(readFileSync(cards)))], origins: ["*"] });
server.run(Number(port)).then(() => console.log("ready"));
