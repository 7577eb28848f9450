import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { backoff, ONCE, Refused, refusal, retry } from "../src/lib/retry";
import { page } from "./browser";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Something that fails with these statuses, one after the other, and is then answered. */
function failing(...statuses: number[]) {
  const left = [...statuses];
  return vi.fn(() => {
    const status = left.shift();
    return status === undefined ? Promise.resolve("answered") : Promise.reject(new Refused(status, `refused with ${status}`));
  });
}

describe("what is tried again", () => {
  test.each([0, 429, 502, 503, 504])("an answer of %i says nothing, so it is asked again", async (status) => {
    const asked = failing(status);
    const answer = retry(asked);
    await vi.runAllTimersAsync();
    expect(await answer).toBe("answered");
    expect(asked).toHaveBeenCalledTimes(2);
  });

  test.each([400, 401, 403, 404, 409, 422, 500])("a refusal with %i stands", async (status) => {
    const asked = failing(status);
    await expect(retry(asked)).rejects.toThrow(`refused with ${status}`);
    expect(asked).toHaveBeenCalledTimes(1);
  });

  test("an error that is no refusal is not tried again", async () => {
    const broken = vi.fn(() => Promise.reject(new TypeError("a mistake of ours")));
    await expect(retry(broken)).rejects.toThrow(TypeError);
    expect(broken).toHaveBeenCalledTimes(1);
  });
});

describe("how long", () => {
  const always = () => failing(...Array<number>(1000).fill(0));

  async function triesOf(patience: Parameters<typeof retry>[1]): Promise<number> {
    const asked = always();
    const ended = expect(retry(asked, patience)).rejects.toThrow("refused with 0");
    await vi.runAllTimersAsync();
    await ended;
    return asked.mock.calls.length;
  }

  test("there is a bound, and a later one for what somebody is told about", async () => {
    expect(await triesOf({})).toBe(5);
    expect(await triesOf({ trouble: () => {} })).toBe(200);
    expect(await triesOf(ONCE)).toBe(1);
  });

  test("what nobody wants any more is not asked again", async () => {
    let wanted = 3;
    expect(await triesOf({ wanted: () => --wanted > 0 })).toBe(3);
  });

  test("pauses double up to a bound, and differ between those who lost the line together", () => {
    for (const [chance, times] of [[0, 0.75], [0.5, 1], [0.999, 1.2495]] as const) {
      vi.spyOn(Math, "random").mockReturnValue(chance);
      expect([1, 2, 3, 4, 5, 40].map(backoff)).toEqual([400, 800, 1600, 3200, 3200, 3200].map((pause) => pause * times));
    }
    vi.restoreAllMocks();
  });

  test("a try waits for its pause", async () => {
    vi.spyOn(Math, "random").mockReturnValue(0.5);
    const asked = failing(503, 503);
    const answer = retry(asked);
    await vi.advanceTimersByTimeAsync(399);
    expect(asked).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(asked).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(799);
    expect(asked).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(await answer).toBe("answered");
    vi.restoreAllMocks();
  });

  test("a browser that is back on line does not wait", async () => {
    const asked = failing(0);
    const answer = retry(asked);
    await vi.advanceTimersByTimeAsync(1);
    page.dispatchEvent(new Event("online"));
    expect(await answer).toBe("answered");
  });
});

test("trouble is told while it lasts and taken back; a busy house is no trouble", async () => {
  const told: string[] = [];
  const answer = retry(failing(429, 502), { trouble: (sentence) => told.push(sentence) });
  await vi.runAllTimersAsync();
  await answer;
  expect(told).toEqual(["refused with 502", ""]);
  const quiet: string[] = [];
  await retry(failing(), { trouble: (sentence) => quiet.push(sentence) });
  expect(quiet).toEqual([]);
});

test("a refusal is a sentence; any other error goes on", () => {
  expect(refusal(new Refused(409, "the table is full"))).toBe("The table is full");
  expect(() => refusal(new TypeError("no"))).toThrow(TypeError);
});
