import { describe, expect, test } from "vitest";
import { chances, kindOf, likeliest, valued } from "../src/lib/coach.svelte";
import { cardKeys, keysFor, namesCards, pressable, readAmounts, touch, touchHint, touchWord } from "../src/lib/choices";
import { potWords } from "../src/lib/advice.svelte";
import { game } from "./game";

const hold = ["hold", "hold As", "hold Ks", "hold As Ks"];
const discard = ["fold", "play-2x keep", "play-2x discard 7c", "play-2x discard 2h"];

describe("cards that are touched", () => {
  test("are held or thrown away, as the answers say", () => {
    expect([namesCards(hold), namesCards(["check", "fold"])]).toEqual([true, false]);
    expect([touchWord(hold), touchWord(discard)]).toEqual(["hold", "discard"]);
    expect([touchHint(hold), touchHint(discard)]).toEqual(["Tap cards to hold them", "Tap a card to throw it away"]);
  });

  test("decide which answers can be pressed", () => {
    expect(pressable(hold, [])).toEqual(["hold"]);
    expect(pressable(hold, ["Ks", "As"])).toEqual(["hold As Ks"]);
    expect(pressable(discard, ["7c"])).toEqual(["fold", "play-2x discard 7c"]);
    expect(pressable(["check", "fold"], ["7c"])).toEqual(["check", "fold"]);
  });

  test("are put back, joined by another, or give way to it", () => {
    expect(touch(hold, ["As"], "As")).toEqual([]);
    expect(touch(hold, ["As"], "Ks")).toEqual(["As", "Ks"]);
    expect(touch(discard, ["7c"], "2h")).toEqual(["2h"]);
  });
});

test("amounts of one's own are read with their bounds", () => {
  const told = ["check", "play-$... keep from $5 to $1,250.50"];
  expect(readAmounts(told, [])).toEqual({ head: "play-", tail: " keep", least: 500, most: 125_050 });
  expect(readAmounts(told, ["7c"])).toBeNull();
  expect(readAmounts(["check"], [])).toBeNull();
});

describe("keys", () => {
  test("are a digit that the name says, or the first letter that is free", () => {
    expect(keysFor(["check", "play-3x", "play-2x", "call"])).toEqual({ check: "c", "play-3x": "3", "play-2x": "2", call: "a" });
    expect(keysFor(["check", "raise"], ["c", "r"])).toEqual({ check: "h", raise: "a" });
    expect(keysFor(["aa", "a"])).toEqual({ aa: "a" });
  });

  test("of cards are digits, or letters where digits say something else", () => {
    expect(cardKeys(3, ["c"])).toEqual(["1", "2", "3"]);
    expect(cardKeys(3, ["2", "s"])).toEqual(["a", "d", "g"]);
  });
});

describe("the coach", () => {
  const advice = { game: "a-game", version: "0", behaviour: 1, actions: { fold: "-1", check: "-1/3", "play-2x": "1/6" }, best: ["play-2x"] };

  test("values the choices somebody has, the best first", () => {
    const found = valued(advice, ["fold", "check"], 2);
    expect(found.map((one) => [one.action, one.best])).toEqual([["check", true], ["fold", false]]);
    expect(found[1]!.cost).toBeCloseTo(4 / 3, 12);
    expect(found[0]!.value).toBeCloseTo(-2 / 3, 12);
    expect(found[0]!.exact).toBe("-1/3");
  });

  test("knows how a choice may end, at the stake that lies there", () => {
    const ends = [["flush", "8", "1/100"], ["straight", "4", "1/50"], ["pair", "0", "1/4"], ["high-card", "-1", "18/25"]];
    const leads_to = { check: ends.map(([name, net, chance]) => ({ name: name!, net: net!, chance: chance! })) };
    const [check] = valued({ ...advice, leads_to }, ["check"], 2);
    expect(check!.ends.map((one) => one.net)).toEqual([16, 8, 0, -2]);
    expect(chances(check!.ends)).toEqual({ win: 0.03, push: 0.25, lose: 0.72 });
    expect(likeliest(check!.ends, 4)).toMatchObject(check!.ends);
    const alike = likeliest([...check!.ends, { name: check!.ends[0]!.name, net: -9, chance: 0.5 }], 9);
    expect(new Set(alike.map((one) => one.name)).size).toBe(alike.length);
    expect(alike.find((one) => one.name === check!.ends[0]!.name)).toMatchObject({ least: -9, most: check!.ends[0]!.net, chance: 0.5 + check!.ends[0]!.chance });
    const [pair, high, others] = likeliest(check!.ends, 3);
    expect([pair!.name, high!.name, others!.name]).toEqual(["pair", "high-card", "2 others, on average"]);
    expect(others!.net).toBeCloseTo(32 / 3, 12);
  });

  test("says what of a pot its figures leave out", () => {
    const pot = game.bets.find((spot) => spot.pot)!;
    expect(potWords(game, null)).toBe(`Your part of the ${pot.label} is not counted.`);
    expect(potWords(game, `main=1,${pot.name}=1,participants=2`)).toContain("told without it");
    expect(potWords({ ...game, bets: [] }, null)).toBe("");
  });

  test("takes an estimate for worse only if it clearly is", () => {
    const told = (estimate: number) => ({ estimate, standard_error: 0.1 });
    const estimates = { fold: told(-1), check: told(-0.2), "play-2x": told(0), "play-3x": told(9) };
    const found = valued({ ...advice, actions: {}, estimates, exact: false }, ["fold", "check", "play-2x"], 2);
    expect(found.map((one) => [one.action, one.best, one.cost])).toEqual([["play-2x", true, 0], ["check", true, 0], ["fold", false, 2]]);
    expect(found[2]).toMatchObject({ value: -2, error: 0.2, exact: "" });
  });

  test.each([
    ["As Kd", "", "A and K"],
    ["9h Td", "", "10 and 9"],
    ["As Ad 7c 7h", "", "two pair (4 cards)"],
    ["As Ks 7s 2h", "", "no pair, A high, three of a suit (4 cards)"],
    ["7s 7h", "7c 2d 2h", "three and two alike (5 cards)"],
  ])("calls %s %s %s", (cards, board, kind) => expect(kindOf({ cards, board, variant: null, stake: "1" })).toBe(kind));
});
