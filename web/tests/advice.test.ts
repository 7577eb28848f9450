/** The coach at a table whose house is busy. */

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import "./browser";
import { CoachAtTable } from "../src/lib/advice.svelte";
import type { Play } from "../src/lib/play.svelte";
import { preferences } from "../src/lib/preferences.svelte";
import { game, terms } from "./game";

const ADVICE = {
  game: "a-game",
  actions: { check: "-1/2", "play-3x": "1/4" },
  best: ["play-3x"],
  cards: "As Ks",
  board: "",
  variant: null,
  stake: "5",
};
const busy = () => Response.json({ detail: "the house is busy" }, { status: 503 });
const late = () => new Response("<html>", { status: 504 });
const refused = () => Response.json({ detail: "there is no decision of yours to advise on" }, { status: 409 });

let answers: (() => Response)[] = [];
let asked = 0;
let play: { table: { sequence: number; view: { legal: string[] } }; deciding: boolean };
let adviser: CoachAtTable;

beforeEach(() => {
  vi.useFakeTimers();
  preferences.change({ coach: true });
  [answers, asked] = [[], 0];
  vi.stubGlobal("fetch", async () => {
    asked += 1;
    return (answers.shift() ?? (() => Response.json(ADVICE)))();
  });
  play = { table: { sequence: 8, view: { legal: ["check", "play-3x"] } }, deciding: true };
  const more = { id: 3, game, terms, own: { player: "Ada", bets: { ante: 500 } }, answer: async () => true };
  adviser = new CoachAtTable(Object.assign(play, more) as unknown as Play);
});
afterEach(() => {
  preferences.change({ coach: false });
  vi.useRealTimers();
});

test("a house that is too busy for the values is asked again while the decision is open", async () => {
  answers = Array.from({ length: 12 }, (_, tried) => (tried % 2 ? late : busy));
  adviser.ask();
  await vi.advanceTimersByTimeAsync(15_000);
  expect(adviser.working).toBe(true);
  expect(adviser.ready).toBe(false);
  await vi.runAllTimersAsync();
  expect(asked).toBe(13);
  expect([adviser.ready, adviser.working, adviser.trouble]).toEqual([true, false, ""]);
  expect(adviser.cost("check")?.cost).toBe(0.75);
});

test("it is asked again calmly", async () => {
  answers = Array<typeof busy>(50).fill(busy);
  adviser.ask();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(asked).toBeLessThan(20);
});

test("a decision that is over is not asked about, and the next one is", async () => {
  answers = [busy, busy];
  adviser.ask();
  await vi.advanceTimersByTimeAsync(500);
  play.table.sequence = 9;
  await vi.runAllTimersAsync();
  expect(asked).toBe(2);
  expect([adviser.ready, adviser.trouble]).toEqual([false, ""]);
  adviser.ask();
  await vi.runAllTimersAsync();
  expect([asked, adviser.ready]).toEqual([3, true]);
});

test("a coach who is switched off is not asked, and one who is switched on again is", async () => {
  answers = [busy];
  adviser.ask();
  await vi.advanceTimersByTimeAsync(1);
  preferences.change({ coach: false });
  await vi.runAllTimersAsync();
  expect(asked).toBe(1);
  preferences.change({ coach: true });
  adviser.ask();
  await vi.runAllTimersAsync();
  expect([asked, adviser.ready]).toEqual([2, true]);
});

test("a decision that was taken before its values came is said to be unvalued, and no older verdict stays", async () => {
  adviser.ask();
  await vi.runAllTimersAsync();
  await adviser.take("play-3x");
  await vi.runAllTimersAsync();
  expect(adviser.given?.cost).toBe(0);
  play.table.sequence = 9;
  answers = Array<typeof busy>(9).fill(busy);
  adviser.ask();
  await vi.advanceTimersByTimeAsync(1000);
  const taken = adviser.take("check");
  play.table.sequence = 10;
  play.deciding = false;
  await vi.runAllTimersAsync();
  expect(await taken).toBe(true);
  expect(adviser.given).toBe(null);
  expect(adviser.trouble).toBe("The house was too busy to value your last decision.");
});

test("a refusal stands, and is said", async () => {
  answers = [refused];
  adviser.ask();
  await vi.runAllTimersAsync();
  expect([asked, adviser.ready]).toEqual([1, false]);
  expect(adviser.trouble).toBe("There is no decision of yours to advise on");
});
