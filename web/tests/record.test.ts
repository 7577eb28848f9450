/** The record that is kept with the account: what both sides have, and whose it is. */

import { beforeEach, expect, test, vi } from "vitest";
import { coach } from "../src/lib/coach.svelte";
import { keep, kept } from "../src/lib/kept";
import { learned } from "../src/lib/learned.svelte";
import { merged, record } from "../src/lib/record";
import type { Account, LearnedItem } from "../src/lib/types";

const item = (kind: LearnedItem["kind"], key: string, body: Record<string, unknown> = {}, time = 1): LearnedItem => ({ kind, key, time, body });
const guest: Account = { id: 1, name: "Guest 1", role: "player", guest: true };
const ada: Account = { id: 2, name: "Ada", role: "player", guest: false };

/** What the house has of each account. */
const stored = new Map<number, LearnedItem[]>();
let whose = 0;

beforeEach(() => {
  stored.clear();
  coach.taken = [];
  vi.stubGlobal("fetch", (_: string, { method, body }: { method: string; body?: string }) => {
    if (method === "POST") stored.set(whose, merged(JSON.parse(body!).items as LearnedItem[], []).concat(stored.get(whose) ?? []));
    if (method === "DELETE") stored.set(whose, []);
    return Promise.resolve(new Response(JSON.stringify({ items: stored.get(whose) ?? [] })));
  });
});

async function be(account: Account): Promise<void> {
  whose = account.id;
  await record.belongsTo(account);
}

const decision = { time: 5, game: "a game", cards: "As", board: "", cost: 1 };

test("of what both have the house's counts, but of two speed drills the better", () => {
  const own = [item("decision", "a", { cost: 1 }), item("speed", "g", { right: 9 }), item("lesson", "g")];
  const theirs = [item("decision", "a", { cost: 0.5 }), item("speed", "g", { right: 7 }), item("round", "1.1", {}, 0)];
  expect(merged(own, theirs)).toEqual([theirs[2], theirs[0], own[1], own[2]]);
});

test("what a guest has learned goes along to the account, and stays there when somebody else comes", async () => {
  await be(guest);
  keep("coach", [decision]);
  await be(ada);
  expect(stored.get(2)?.map((one) => one.body)).toEqual([decision]);
  expect(kept("coach", [])).toEqual([decision]);
  await be({ ...guest, id: 3 });
  expect([kept("coach", []), coach.taken, stored.get(3)]).toEqual([[], [], undefined]);
  await be(ada);
  expect(coach.taken).toEqual([decision]);
});

test("what was forgotten elsewhere does not come back from this browser", async () => {
  await be(ada);
  keep("coach", [decision]);
  await be(ada);
  stored.set(2, []);
  await be(ada);
  expect(coach.taken).toEqual([]);
  expect(stored.get(2)).toEqual([]);
});

test("lessons and speed drills that the house knows are seen on pages that are open", async () => {
  stored.set(2, [item("speed", "a game", { right: 7 }), item("lesson", "a game")]);
  await be(ada);
  expect([learned.speed, learned.lessons]).toEqual([{ "a game": 7 }, ["a game"]]);
  expect([learned.timed("a game", 6), learned.timed("a game", 8), learned.speed]).toEqual([false, true, { "a game": 8 }]);
});
