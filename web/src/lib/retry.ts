/** When the house is asked again: the one policy of the page, for questions, for commands and for the live line. */

import { capital } from "./words";

export class Refused extends Error {
  constructor(
    readonly status: number,
    sentence: string,
  ) {
    super(sentence);
  }
}

/** The sentence of a refusal; any other error is thrown again. */
export function refusal(error: unknown): string {
  if (!(error instanceof Refused)) throw error;
  return capital(error.message);
}

export const OFFLINE = "The house cannot be reached. Your bets are safe; this page tries again by itself.";

export const NO_LINE = 0;
const BUSY = 429;
/** Answers that say nothing about what was asked: nobody answered, a proxy found no house, or the house cannot now. */
const AGAIN = [NO_LINE, BUSY, 502, 503, 504];

const FIRST_PAUSE = 400;
const LONGEST_PAUSE = 3200;
/** How often something is tried that nobody is told about: for about six seconds. */
const FEW = 5;
/** How often something is tried whose `trouble` is told: for about ten minutes. */
const MANY = 200;

export interface Patience {
  /** Told why something is tried again, and "" when it was answered after all. */
  trouble?: (sentence: string) => unknown;
  /** Asked before every further try: whether somebody still wants the answer. */
  wanted?: () => boolean;
  /** The most tries. */
  tries?: number;
  /** Takes the question back, also while it is being worked on. */
  signal?: AbortSignal;
}

/** For what must not be done twice and has no key, and for what is soon asked anew. */
export const ONCE: Patience = { tries: 1 };

/** Milliseconds before a try, longer each time, and not the same for all who lost the line together. */
export const backoff = (failed: number): number =>
  Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (failed - 1)) * (0.75 + Math.random() / 2);

/** Wait for some time, or until the browser says that the line is back. */
export function pause(milliseconds: number): Promise<void> {
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

/** Try until there is an answer or a refusal that means something, as long as patience lasts. */
export async function retry<T>(what: () => Promise<T>, { trouble, wanted, tries = trouble ? MANY : FEW }: Patience = {}): Promise<T> {
  for (let failed = 1; ; failed++) {
    try {
      const answer = await what();
      if (failed > 1) trouble?.("");
      return answer;
    } catch (error) {
      if (!(error instanceof Refused) || !AGAIN.includes(error.status) || failed >= tries) throw error;
      if (error.status !== BUSY) trouble?.(error.message);
      await pause(backoff(failed));
      if (wanted?.() === false) throw error;
    }
  }
}
