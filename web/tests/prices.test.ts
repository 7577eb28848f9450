/** What the house keeps of the bets that are laid, at their stakes. */

import { describe, expect, test } from "vitest";
import { betsOn, flatStake, laterBets, priceOn, usualStake } from "../src/lib/prices.svelte";
import type { Bet } from "../src/lib/types";
import { edgeWords } from "../src/lib/words";
import { game, terms } from "./game";

const bet = (house_edge: number): Bet => ({ unit: "bet", house_edge }) as Bet;

describe("the price of a bet", () => {
  test("is that of its own name, of a name that ends with it, or of the main bet", () => {
    const bets = { main: bet(0.1), trips: bet(0.2), "quick-pot": bet(0.3) };
    expect(["ante", "trips", "pot", "play"].map((spot) => betsOn(game, spot, bets, []).map((one) => (one as { house_edge: number }).house_edge))).toEqual([[0.1], [0.2], [0.3], []]);
  });

  test("is of the game that was named, and lies between those of all before", () => {
    const bets = { "one/trips": bet(-0.0002), "two/trips": bet(0.017) };
    expect(priceOn(game, "trips", 500, betsOn(game, "trips", bets, ["two"]))).toBe("Trips $5: 1.70%");
    expect(priceOn(game, "trips", 500, betsOn(game, "trips", bets, []))).toBe("Trips $5: 0.02% in your favour to 1.70%");
  });

  test("says in words what favours the player", () => {
    expect([edgeWords(bet(-0.0002)), edgeWords(bet(0)), edgeWords(bet(0.017))]).toEqual(["0.02% in your favour", "0.00%", "1.70%"]);
  });

  test("depends on the stake where prizes are flat", () => {
    const flat = { ...game, printed: { "one/trips": { ...game.printed.ante!, tables: [{ name: "one", pays: {}, fixed_cents: { flush: 100_000 } }] } } };
    expect([flatStake(flat, { ante: 1000, trips: 500 }), flatStake(game, { trips: 500 }), usualStake(game)]).toEqual([500, 0, 500]);
  });
});

test("a later bet is a multiple of the first, as the table's settings say", () => {
  const with_ = (settings: Record<string, string>) => laterBets(game, { ...terms, settings }, { ante: 500 });
  expect(with_({ play_multiples: "3,2,1" })).toEqual({ label: "Play", least: 500, most: 1500 });
  expect(with_({ max_play: "2" })).toEqual({ label: "Play", least: 500, most: 1000 });
  expect(laterBets(game, terms, {})).toBeNull();
});
