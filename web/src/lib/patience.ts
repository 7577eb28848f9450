/** Questions that are asked again where the line is broken or the house is busy. */

import { Refused } from "./api";

const BROKEN = 0;
const BUSY = 429;
const PAUSE = 2000;
const TRIES_WHEN_BUSY = 5;

/** Ask until there is an answer or a refusal; while the line is broken, `trouble` is told so, and at last that it is not. */
export async function patiently<T>(asking: () => Promise<T>, trouble: (sentence: string) => void = () => {}, goOn: () => boolean = () => true): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      const answer = await asking();
      if (tries) trouble("");
      return answer;
    } catch (error) {
      const again = error instanceof Refused && (error.status === BROKEN || (error.status === BUSY && tries < TRIES_WHEN_BUSY));
      if (!again || !goOn()) throw error;
      if (error.status === BROKEN) trouble(error.message);
      await new Promise((resolve) => setTimeout(resolve, error.status === BROKEN ? PAUSE : PAUSE / 2));
    }
  }
}
