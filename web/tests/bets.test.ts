import { beforeEach, describe, expect, test } from "vitest";
import { Bets, potPrice } from "../src/lib/bets.svelte";
import { asOptions } from "../src/lib/options";
import { store } from "./browser";
import { game, pot, terms } from "./game";

let bets: Bets;
beforeEach(() => (bets = new Bets(game, terms)));

test("the chips are those that the table takes", () => {
  expect(bets.chips).toEqual([500, 2500, 10_000]);
  expect(bets.chip).toBe(2500);
});

describe("laying", () => {
  test("begins with the least that a round takes, equal bets equal", () => {
    bets.lay(null, "Ann", 5000);
    expect(bets.laid).toEqual({ ante: 1000, blind: 1000 });
    expect(bets.sum).toBe(2000);
    expect(bets.words()).toBe("bet ante=10 blind=10");
  });

  test("goes on with the last bets, cut to the limits of this table", () => {
    store.set("croupier.bets.a-game", JSON.stringify({ ante: 9000, trips: 50, pot: 1 }));
    bets.lay(pot, "Ann", 50_000);
    expect(bets.laid).toEqual({ ante: 4000, blind: 4000, trips: 100, pot: 500 });
  });

  test("falls back to the least where the last bets cannot be paid, and to nothing where that cannot", () => {
    store.set("croupier.bets.a-game", JSON.stringify({ ante: 4000 }));
    bets.lay(null, "Ann", 2000);
    expect(bets.laid).toEqual({ ante: 1000, blind: 1000 });
    bets.lay(null, "Ann", 1999);
    expect(bets.laid).toEqual({});
  });
});

describe("a press", () => {
  test("puts the chip down, raises it to the least and stops at the most", () => {
    bets.chip = 500;
    expect(bets.press("blind", null, "Ann", 50_000)).toBe("");
    expect(bets.laid).toEqual({ ante: 1000, blind: 1000 });
    bets.chip = 10_000;
    bets.press("ante", null, "Ann", 50_000);
    expect(bets.laid).toEqual({ ante: 4000, blind: 4000 });
    expect(bets.press("ante", null, "Ann", 50_000)).toBe("Ante takes at most $40.");
  });

  test("says what stands against it and changes nothing", () => {
    expect(bets.press("ante", null, "Ann", 1999)).toBe("You have $19.99 at this table; these bets would be $50.");
    expect(bets.press("play", null, "Ann", 50_000)).toBe("Play is bet in the middle of a round.");
    expect(bets.press("pot", { ...pot, in: [], open: false }, "Ann", 50_000)).toBe("Pot is closed until this pot is won.");
    expect(bets.laid).toEqual({});
  });

  test("joins the pot at its price and leaves it again", () => {
    bets.press("pot", pot, "Ann", 50_000);
    expect(bets.laid).toEqual({ pot: 500 });
    bets.press("pot", pot, "Ann", 50_000);
    expect(bets.laid).toEqual({});
  });

  test("is undone, lifted and cleared", () => {
    bets.press("ante", null, "Ann", 50_000);
    bets.press("trips", null, "Ann", 50_000);
    bets.lift("blind");
    expect(bets.laid).toEqual({ trips: 2500 });
    bets.undo();
    expect(bets.laid).toEqual({ ante: 2500, blind: 2500, trips: 2500 });
    bets.clear();
    expect(bets.problem(bets.laid, 50_000)).toBe("Put a chip on a spot first.");
  });
});

test("bets that cannot be placed say why", () => {
  expect(bets.problem({ trips: 100 }, 5000)).toBe("A Game needs a bet on Ante.");
  expect(bets.problem({ ante: 1000, blind: 1000 }, 1500)).toBe("You have $15 at this table, and these bets are $20.");
  expect(bets.problem({ ante: 1000, blind: 1000 }, 2000)).toBe("");
});

test("the pot costs what it costs those who are in, come back, or join", () => {
  const told = { ...pot, price_to_join: 900, price_to_return: { Bob: 700 } };
  expect(["Ann", "Bob", "Cid"].map((player) => potPrice(told, player))).toEqual([{ cents: 500 }, { cents: 700 }, { cents: 900 }]);
});

test("the terms of a table are asked about in dollars", () => {
  expect(asOptions(terms)).toEqual({ settings: { decks: "1" }, custom: [{ bet: "ante", name: "own", pays: { flush: "5:1" }, fixed: { pair: 25.5 } }] });
});
