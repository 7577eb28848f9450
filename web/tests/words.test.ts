import { describe, expect, test } from "vitest";
import { decimal, fraction, isLess, isZero, minus } from "../src/lib/fractions";
import type { Settled } from "../src/lib/types";
import * as words from "../src/lib/words";
import { game } from "./game";

describe("fractions", () => {
  test("are read, compared and subtracted exactly", () => {
    expect(fraction("-3/4")).toEqual({ p: -3n, q: 4n });
    expect(fraction("7")).toEqual({ p: 7n, q: 1n });
    expect(isLess(fraction("-1/2"), fraction("-1/3"))).toBe(true);
    expect(isLess(fraction("1/3"), fraction("1/3"))).toBe(false);
    expect(decimal(minus(fraction("1/2"), fraction("1/3")))).toBeCloseTo(1 / 6, 15);
    expect(isZero(minus(fraction("2/4"), fraction("1/2")))).toBe(true);
  });

  test("tell two numbers apart that are one as decimals", () => {
    const [one, other] = [fraction("10000000000000000000001/3"), fraction("10000000000000000000002/3")];
    expect(decimal(one)).toBe(decimal(other));
    expect(isLess(one, other)).toBe(true);
  });
});

describe("money", () => {
  test.each([[0, "$0"], [500, "$5"], [12_345_06, "$12,345.06"], [-150, "−$1.50"]])("%i cents are %s", (cents, said) => expect(words.dollars(cents)).toBe(said));
  test("at a glance is rounded, and a result has its sign", () => {
    expect([99_999, 123_456, 1_234_567_890].map(words.roundDollars)).toEqual(["$999.99", "$1,235", "$12.35M"]);
    expect([250, 0, -250].map(words.signedDollars)).toEqual(["+$2.50", "$0", "−$2.50"]);
    expect(words.percent(-0.01234)).toBe("−1.23%");
  });
});

describe("choices", () => {
  test.each([
    ["check", "Check"],
    ["play-3x", "Bet 3×"],
    ["raise-0", "No raise"],
    ["play-$25", "Play $25"],
    ["play-2x discard 7c", "Bet 2×, discard"],
    ["hold As Ks", "Hold 2"],
  ])("%s is %s", (action, said) => expect(words.actionWords(action)).toBe(said));

  test("to hold say how many are drawn", () => {
    const hand = ["As", "Ks", "2c"];
    expect(["hold As Ks", "hold", "hold As Ks 2c"].map((action) => words.actionWords(action, hand))).toEqual(["Hold 2, draw 1", "Draw 3", "Hold all"]);
    expect(words.actionParts("play-2x discard 7c", hand)).toEqual(["Bet 2×", "discard one"]);
    expect(words.actionSpoken("hold As", hand)).toBe("Hold 1, draw 2: ace of spades");
    expect(["play-3x", "play-2x discard 7c", "check"].map(words.multipleOf)).toEqual([3, 2, null]);
  });

  test("cards are read out, those face down are counted", () => {
    expect(words.cardsWords(["Td", "??", "??"])).toBe("ten of diamonds, 2 cards face down");
    expect(["Td", "10d", "1d", "??", "TD"].map(words.isCard)).toEqual([true, false, false, false, false]);
  });
});

test("names lose their hyphens, but not those between numbers", () => {
  expect(words.plain("three-of-a-kind")).toBe("Three of a kind");
  expect(words.plain("hard_9-11")).toBe("Hard 9-11");
  expect(words.betLabel(game, "blind")).toBe("Blind");
  expect(words.variantWords(game, "main+trips")).toBe("with Trips");
  expect(words.variantWords(game, "main=1,trips=1/5")).toBe("with Trips");
  expect(words.variantWords(game, "main=1,cincy-pot=1,participants=2,rake=1")).toBe("with Cincy pot");
});

describe("a settled bet", () => {
  const settled = (more: Partial<Settled>): Settled => ({ event: "settled", seat: 1, spot: "ante", result: "win", stake: 500, won: 750, pays: "3:2", why: "a flush", ...more }) as Settled;

  test("is a sentence", () => {
    expect(words.resultWords(game, settled({}))).toBe("Ante wins $7.50 at 3:2: a flush");
    expect(words.resultWords(game, settled({ stake: 0, pays: "$25", won: 2500 }))).toBe("Ante pays $25: a flush");
    expect(words.resultWords(game, settled({ result: "lose" }))).toBe("Ante loses $5: a flush");
    expect(words.resultWords(game, settled({ result: "push", why: "" }))).toBe("Ante pushes");
    expect(["3:2", "1 to 1", "push", "0:1"].map(words.oddsWords)).toEqual(["3 to 2", "1 to 1", "Push", "Push"]);
  });
});

test("a hand that was named is no variant with bets besides", () => {
  expect(words.variantWords(game, "straight, nine high")).toBe("Straight, nine high");
  expect(words.betsBesides("main=1,trips=1/5")).toEqual(["trips"]);
});
