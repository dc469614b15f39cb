// An agent that speaks the protocol of docs/PROTOCOL.md and plays any game at random.
//
// lanista play connect_four human "exec:node random_agent.js"

"use strict";

const readline = require("node:readline");

let state = 0;

// Random numbers that follow from the seed: a linear congruential generator of 32 bits.
function below(bound) {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * bound);
}

function answer(message) {
  switch (message.type) {
    case "hello":
      return { type: "ready", protocol: 1 };
    case "begin":
      state = message.seed % 2 ** 32;
      return { type: "ready" };
    case "choose":
      return { type: "action", action: message.legal[below(message.legal.length)] };
  }
  return null; // nothing else needs an answer
}

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const reply = answer(JSON.parse(line));
  if (reply !== null) {
    process.stdout.write(JSON.stringify(reply) + "\n");
  }
});
