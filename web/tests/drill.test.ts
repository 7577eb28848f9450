/** What is practised. */

import { expect, test } from "vitest";
import { asTaken, cardsSeen, fits, kindAlone } from "../src/lib/drill.svelte";

const dealt = { cards: "As Ad 7c 2h", board: "9h", variant: null, stake: "5", legal: ["check", "play-2x"] };

test("a dealt decision is of its street and its kind", () => {
  const taken = asTaken("a-game", dealt);
  expect([cardsSeen(taken), kindAlone(taken), taken.choices]).toEqual([5, "a pair", ["check", "play-2x"]]);
  expect([fits(taken, 0, ""), fits(taken, 5, "a pair"), fits(taken, 4, ""), fits(taken, 0, "two pair")]).toEqual([true, true, false, false]);
});

test("choices that name cards are those of the hand", () => {
  expect(asTaken("a-game", { ...dealt, legal: ["fold", "play-1x keep", "play-1x discard 7c"] }).choices).toEqual(["fold", "play-1x keep"]);
});
