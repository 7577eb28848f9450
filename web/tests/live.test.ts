import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LiveTable } from "../src/lib/live.svelte";

class Line {
  static all: Line[] = [];
  onmessage: ((heard: { data: string }) => void) | null = null;
  onclose: ((end: { code: number; reason: string }) => void) | null = null;
  close = vi.fn();

  constructor(readonly address: string) {
    Line.all.push(this);
  }

  tell(sequence: number): void {
    this.onmessage?.({ data: JSON.stringify({ sequence, entries: [], table: { sequence } }) });
  }
}

let told: number[] = [];
let table: LiveTable;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", Line);
  [Line.all, told] = [[], []];
  table = new LiveTable(7, (_, seen) => told.push(seen.sequence));
});
afterEach(() => {
  table.close();
  vi.useRealTimers();
});

/** Whether a promise has been resolved by now. */
async function isDone(promise: Promise<void>): Promise<boolean> {
  let done = false;
  void promise.then(() => (done = true));
  await vi.advanceTimersByTimeAsync(0);
  return done;
}

test("a command goes on as soon as the line has told what it did, and not before", async () => {
  const waited = table.reached(5);
  Line.all[0]!.tell(4);
  expect(await isDone(waited)).toBe(false);
  let seen: number[] = [];
  void waited.then(() => (seen = [...told]));
  Line.all[0]!.tell(6);
  expect(await isDone(waited)).toBe(true);
  expect(seen).toEqual([4, 6]);
  expect(vi.getTimerCount()).toBe(0);
});

test("what has been told already is not waited for", async () => {
  Line.all[0]!.tell(5);
  expect(await isDone(table.reached(5))).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});

test("each waits for its own entry", async () => {
  const [first, second] = [table.reached(2), table.reached(3)];
  Line.all[0]!.tell(2);
  expect([await isDone(first), await isDone(second)]).toEqual([true, false]);
  Line.all[0]!.tell(3);
  expect(await isDone(second)).toBe(true);
});

test("a line that tells nothing is waited for two seconds, one that is closed not at all", async () => {
  const waited = table.reached(2);
  await vi.advanceTimersByTimeAsync(1999);
  expect(await isDone(waited)).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await isDone(waited)).toBe(true);
  const other = table.reached(2);
  table.close();
  expect(await isDone(other)).toBe(true);
  expect(await isDone(table.reached(9))).toBe(true);
});

test("a broken line is taken up where it stopped, and whoever waits hears it", async () => {
  Line.all[0]!.tell(4);
  const waited = table.reached(5);
  Line.all[0]!.onclose?.({ code: 1006, reason: "" });
  expect(table.trouble).toContain("cannot be reached");
  await vi.advanceTimersByTimeAsync(600);
  expect(Line.all.map((line) => line.address)).toEqual(["wss://house/api/tables/7/live", "wss://house/api/tables/7/live?after=4"]);
  Line.all[1]!.tell(5);
  expect(table.trouble).toBe("");
  expect(await isDone(waited)).toBe(true);
});

test("a line that the house ends for good is not taken up again", async () => {
  Line.all[0]!.onclose?.({ code: 1008, reason: "there is no table 7" });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(Line.all).toHaveLength(1);
  expect(table.trouble).toBe("there is no table 7");
});

test("a line whose session was replaced by another is taken up with that one, and given up if there is none", async () => {
  const ended = { code: 1008, reason: "this session has ended; sign in again" };
  for (const expected of [2, 3, 4, 4]) {
    Line.all.at(-1)!.onclose?.(ended);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(Line.all).toHaveLength(expected);
  }
  expect(table.trouble).toBe(ended.reason);
});
