/** Luck against skill. */

import { expect, test } from "vitest";
import { luckAndSkill } from "../src/lib/luck.svelte";

const round = (time: number, net: number, expected: number) => ({ time, game: "a game", table: 1, round: time, net, expected });

test("what rounds bring is what bets are worth, less mistakes, and luck", () => {
  const told = luckAndSkill([round(10, -1000, -20), round(20, 500, -30)], [{ time: 15, cents: 100 }]);
  expect(told.points).toEqual([
    { net: -1000, expected: -20 },
    { net: -500, expected: -150 },
  ]);
  expect([told.net, told.bets, told.mistakes, told.luck]).toEqual([-500, -50, 100, -350]);
});
