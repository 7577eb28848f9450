/** The house's API: every command with a key of its own, every refusal as a sentence. */

export class Refused extends Error {
  constructor(
    readonly status: number,
    sentence: string,
  ) {
    super(sentence);
  }
}

export const OFFLINE = "The house cannot be reached. Your bets are safe; this page tries again by itself.";

/** Answers after which a command may be sent again under its key: none at all, or that the books cannot be reached. */
const AGAIN = [0, 503];

async function send<T>(method: string, path: string, body?: unknown, key?: string): Promise<T> {
  const headers: Record<string, string> = {};
  if (body !== undefined) headers["content-type"] = "application/json";
  if (key) headers["idempotency-key"] = key;
  let response: Response;
  try {
    response = await fetch(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  } catch {
    throw new Refused(0, OFFLINE);
  }
  if (response.status === 204) return undefined as T;
  const answer = await response.json().catch(() => ({ detail: `The house answered ${response.status}.` }));
  if (!response.ok) throw new Refused(response.status, String(answer.detail ?? `The house answered ${response.status}.`));
  return answer as T;
}

export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export const get = <T>(path: string): Promise<T> => send<T>("GET", path);
export const ask = <T>(path: string, body: unknown): Promise<T> => send<T>("POST", path, body);
export const remove = (path: string): Promise<void> => send<void>("DELETE", path);

/** Wait for some time, or until the line is back. */
function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      removeEventListener("online", done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    addEventListener("online", done);
  });
}

const LONGEST_PAUSE = 3200;

/**
 * A command that changes something. It is sent again under the same key if the line breaks, so it happens once; `again`
 * is told each time that it could not be sent, and says whether to go on.
 */
export async function command<T>(path: string, body?: unknown, again = (attempt: number): boolean => attempt < 4): Promise<T> {
  const key = newKey();
  for (let attempt = 0; ; attempt++) {
    try {
      return await send<T>("POST", path, body, key);
    } catch (error) {
      if (!(error instanceof Refused) || !AGAIN.includes(error.status) || !again(attempt)) throw error;
      await pause(Math.min(LONGEST_PAUSE, 400 * 2 ** attempt));
    }
  }
}
