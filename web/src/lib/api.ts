/**
 * The house's API. Paths, parameters, bodies and answers are those of its OpenAPI document: a wrong one is an error of types.
 *
 * These few types do what the library `openapi-fetch` would: its calls give back an error beside the data, where everything
 * here throws a refusal with its sentence, and it knows neither keys nor trying again, so it would have to be wrapped anyway.
 */

import type { paths } from "./api-types";
import { NO_LINE, OFFLINE, type Patience, Refused, retry } from "./retry";
import type { Filled } from "./types";

type Method = "get" | "post" | "delete";
/** The paths that have a method. */
type With<M extends Method> = { [P in keyof paths]: paths[P] extends Record<M, object> ? P : never }[keyof paths];
type Operation<M extends Method, P extends With<M>> = paths[P] extends Record<M, infer O> ? O : never;
/** The paths of commands, which carry a key. */
type Command = {
  [P in With<"post">]: Operation<"post", P> extends { parameters: { header: { "idempotency-key": string } } } ? P : never;
}[With<"post">];

type Body<O> = O extends { requestBody: { content: { "application/json": infer B } } } ? { body: B } : { body?: never };
type Parameters<O> = O extends { parameters: infer P extends { path?: unknown; query?: unknown } } ? Pick<P, "path" | "query"> : never;
type Given<O> = Parameters<O> & Body<O>;
type Arguments<O> = [...(Record<never, never> extends Given<O> ? [given?: Given<O>] : [given: Given<O>]), patience?: Patience];

type Json<O> = O extends { responses: infer R } ? { [S in keyof R]: R[S] extends { content: { "application/json": infer T } } ? T : void }[keyof R] : never;
type Answer<M extends Method, P extends With<M>> = `${M} ${P}` extends keyof Filled ? Filled[`${M} ${P}`] : Json<Operation<M, P>>;

interface Sent {
  path?: Record<string, string | number>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** An address with its parameters; those that are undefined or null are left out. */
export function address(path: string, { path: places = {}, query = {} }: Sent = {}): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(places[name]!));
  const asked = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  const words = new URLSearchParams(asked.map(([name, value]) => [name, String(value)])).toString();
  return words ? `${filled}?${words}` : filled;
}

async function send(method: string, path: string, given: Sent, key?: string, signal?: AbortSignal): Promise<unknown> {
  const headers: Record<string, string> = {};
  if (given.body !== undefined) headers["content-type"] = "application/json";
  if (key) headers["idempotency-key"] = key;
  let response: Response;
  try {
    response = await fetch(address(path, given), { method, headers, body: given.body === undefined ? undefined : JSON.stringify(given.body), signal });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Refused(NO_LINE, OFFLINE);
  }
  if (response.status === 204) return undefined;
  return answerOf(response);
}

/** The JSON of an answer; a refusal is thrown with its sentence. */
async function answerOf(response: Response): Promise<unknown> {
  const answer = (await response.json().catch(() => undefined)) as { detail?: string } | undefined;
  if (response.ok && answer) return answer;
  // An answer that breaks off is none; a proxy that finds no house has words of its own.
  if (response.ok) throw new Refused(NO_LINE, OFFLINE);
  throw new Refused(response.status, answer?.detail ?? (response.status > 500 ? OFFLINE : `The house answered ${response.status}.`));
}

/** A question whose answer is no JSON, or comes line by line; it is asked once. */
export async function askRaw(path: With<"post">, body: unknown, accept: string, signal: AbortSignal): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, { method: "POST", headers: { accept, "content-type": "application/json" }, body: JSON.stringify(body), signal });
  } catch (error) {
    if (signal.aborted) throw error;
    throw new Refused(NO_LINE, OFFLINE);
  }
  if (!response.ok) await answerOf(response);
  return response;
}

function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

type Call<M extends Method, Paths extends With<M>> = <P extends Paths>(path: P, ...given: Arguments<Operation<M, P>>) => Promise<Answer<M, P>>;

const caller =
  (method: string, keyed = false) =>
  (path: string, given: Sent = {}, patience?: Patience) => {
    const key = keyed ? newKey() : undefined;
    // The house answers what its document says, which its own tests hold it to.
    return retry(() => send(method, path, given, key, patience?.signal), patience) as Promise<never>;
  };

export const get = caller("GET") as Call<"get", With<"get">>;
/** A question, or something that may happen twice. */
export const ask = caller("POST") as Call<"post", Exclude<With<"post">, Command>>;
/** A command that changes something. However often it is sent, it has one key, so it happens once. */
export const command = caller("POST", true) as Call<"post", Command>;
export const remove = caller("DELETE") as Call<"delete", With<"delete">>;
