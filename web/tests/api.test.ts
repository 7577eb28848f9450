import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { address, ask, command, get, remove } from "../src/lib/api";
import { OFFLINE, ONCE } from "../src/lib/retry";

type Asked = { path: string; method: string; headers: Record<string, string>; body: string | undefined };
let asked: Asked[] = [];
let answers: (() => Response | Promise<Response>)[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  [asked, answers] = [[], []];
  vi.stubGlobal("fetch", async (path: string, { method, headers, body }: Omit<Asked, "path">) => {
    asked.push({ path, method, headers, body });
    return (answers.shift() ?? (() => Response.json({ given: 5 })))();
  });
});
afterEach(() => void vi.useRealTimers());

const broken = () => Promise.reject(new TypeError("failed to fetch"));
async function settled<T>(promise: Promise<T>): Promise<T> {
  const ended = promise.catch(() => {});
  await vi.runAllTimersAsync();
  await ended;
  return promise;
}

test("a command keeps its key however often it is sent, and the next has another", async () => {
  answers = [broken, () => new Response("<html>", { status: 502 }), () => new Response("", { status: 504 }), () => Response.json({ detail: "the books" }, { status: 503 })];
  expect(await settled(command("/api/wallet/refill"))).toEqual({ given: 5 });
  await command("/api/wallet/refill");
  const keys = asked.map((one) => one.headers["idempotency-key"]!);
  expect(keys).toHaveLength(6);
  expect(new Set(keys.slice(0, 5)).size).toBe(1);
  expect(keys[5]).not.toBe(keys[0]);
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
});

test("a question has no key, and is put into words once", async () => {
  await ask("/api/analyze", { body: { game: "a-game" } });
  expect(asked).toEqual([{ path: "/api/analyze", method: "POST", headers: { "content-type": "application/json" }, body: '{"game":"a-game"}' }]);
});

test("parameters are written into the address, and those that are not given are left out", async () => {
  await get("/api/tables/{table}/rounds", { path: { table: 3 }, query: { limit: 5, before: undefined, since: "2026-01-31T00:00:00Z" } });
  expect(asked[0]!.path).toBe("/api/tables/3/rounds?limit=5&since=2026-01-31T00%3A00%3A00Z");
  expect(address("/api/audit/{game}", { path: { game: "a/b" } })).toBe("/api/audit/a%2Fb");
});

test("a refusal says why, a proxy's page is not shown, and an answer that breaks off is asked for again", async () => {
  answers = [() => Response.json({ detail: "the table is full" }, { status: 409 })];
  await expect(get("/api/me")).rejects.toMatchObject({ status: 409, message: "the table is full" });
  answers = [() => new Response("<html>Bad Gateway</html>", { status: 502 })];
  await expect(get("/api/me", {}, ONCE)).rejects.toMatchObject({ status: 502, message: OFFLINE });
  answers = [() => new Response("", { status: 500 })];
  await expect(get("/api/me")).rejects.toMatchObject({ status: 500, message: "The house answered 500." });
  asked = [];
  answers = [() => new Response('{"given":')];
  expect(await settled(command("/api/wallet/refill"))).toEqual({ given: 5 });
  expect(asked).toHaveLength(2);
});

test("an answer without words is none", async () => {
  answers = [() => new Response(null, { status: 204 })];
  expect(await remove("/api/sessions", {}, ONCE)).toBeUndefined();
});

/** Never called: that these are errors of types is what svelte-check looks at. */
export function wrong(): void {
  // @ts-expect-error there is no such path
  void get("/api/tablez");
  // @ts-expect-error a table is needed
  void get("/api/tables/{table}/terms");
  // @ts-expect-error it is called something else
  void get("/api/tables/{table}/terms", { path: { number: 3 } });
  // @ts-expect-error there is no such parameter
  void get("/api/house", { query: { most: 5 } });
  // @ts-expect-error a seat is a number
  void command("/api/tables/{table}/seat", { path: { table: 1 }, body: { seat: "1", buy_in: 5 } });
  // @ts-expect-error a command needs a key
  void ask("/api/wallet/refill");
  // @ts-expect-error a question is no command
  void command("/api/analyze", { body: { game: "a-game" } });
  // @ts-expect-error the answer has no such field
  void get("/api/me").then((me) => me.purse);
  // @ts-expect-error nor has a game
  void get("/api/games").then((told) => told.games[0]?.colour);
}
