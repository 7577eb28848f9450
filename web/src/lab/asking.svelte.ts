/** A question that may take long: what was told last, whether an answer is awaited, and how to take the question back. */

import { refusal } from "../lib/retry";

export class Asking<T> {
  told = $state.raw<T | null>(null);
  trouble = $state("");
  waiting = $state(false);
  #abort: AbortController | null = null;

  async ask(question: (signal: AbortSignal) => Promise<T>): Promise<void> {
    this.cancel();
    const abort = (this.#abort = new AbortController());
    this.waiting = true;
    this.trouble = "";
    try {
      const told = await question(abort.signal);
      if (!abort.signal.aborted) this.told = told;
    } catch (error) {
      if (abort.signal.aborted) return;
      this.told = null;
      this.trouble = refusal(error);
    } finally {
      if (this.#abort === abort) this.waiting = false;
    }
  }

  /** The house gives up what nobody waits for. */
  cancel(): void {
    this.#abort?.abort();
    this.#abort = null;
    this.waiting = false;
  }
}
