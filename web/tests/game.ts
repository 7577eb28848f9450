/** A game that no casino has, with everything that a page draws: equal bets, a side bet, a later bet and a pot. */

import type { Felt, Game, PotView, Spot, Terms } from "../src/lib/types";

const spot = (name: string, more: Partial<Spot> = {}): Spot => ({
  name,
  label: name.charAt(0).toUpperCase() + name.slice(1),
  required: false,
  equals: null,
  later: false,
  pot: false,
  least_cents: 500,
  most_cents: 10_000,
  ...more,
});

export const felt: Felt = {
  seat: {
    spots: [
      { spot: "ante", x: 0, y: 0, shape: "circle", size: 3, label: "ANTE" },
      { spot: "blind", x: 5, y: 0, shape: "circle", size: 3, label: "BLIND" },
    ],
    boxes: [
      { place: "hand", label: "", x: 2.5, y: 6, cards: 4, first_sideways_with: "" },
      { place: "muck", label: "", x: 40, y: 40, cards: 1, first_sideways_with: "" },
    ],
    joins: [],
    button: null,
  },
  table: {
    boxes: [{ place: "street", label: "STREET", x: 0, y: 0, cards: 3, first_sideways_with: "" }],
    paytables: [{ bet: "ante", x: 20, y: 0, words: {}, notes: ["a note"] }],
    pot: null,
    dice: null,
  },
};

export const game: Game = {
  name: "a-game",
  title: "A Game",
  sentence: "",
  seats: 5,
  own_cards: [4, 4],
  bets: [
    spot("ante", { required: true }),
    spot("blind", { equals: "ante" }),
    spot("trips", { least_cents: 100 }),
    spot("play", { later: true, least_cents: null, most_cents: null }),
    spot("pot", { pot: true, least_cents: null, most_cents: null }),
  ],
  paytables: { ante: ["one", "two"] },
  printed: {
    ante: {
      label: "Ante, first",
      rows: ["flush", "pair", "nothing"],
      ranked: true,
      tables: [{ name: "one", pays: { flush: "3:2", pair: "1:1" }, fixed_cents: {} }],
    },
  },
  settings: [],
  felt: "#123456",
  layout: felt,
};

export const terms: Terms = {
  name: "A table",
  game: game.name,
  settings: { decks: "1" },
  paytables: [{ bet: "ante", name: "own", pays: { flush: "5:1" }, fixed: { pair: 2550 } }],
  placard: { limits: { ante: [1000, 4000] }, chip: 500, breakage: "exact", jurisdiction: "unregulated", day: "", aggregate_payout: null },
  clock_seconds: 0,
};

export const pot: PotView = { kind: "share", balance: 700, rounds: 3, in: ["Ann"], wins: "", price: 500 };
