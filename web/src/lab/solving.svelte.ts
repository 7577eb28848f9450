/** The numbers of a design, asked of the house as somebody types: only the last design counts. */

import { ask } from "../lib/api";
import { Refused } from "../lib/retry";
import type { Analyzed, Game } from "../lib/types";
import { asPrinted, besideIt, type Design, faultAt, isPrinted, isUnfinished, termsOf } from "./design";

const PAUSE = 140;
/** How long a row that is not yet a pay may stand before it is called wrong. */
const PATIENCE = 1200;
const REMEMBERED = 60;

const answers = new Map<string, Promise<Analyzed>>();

/** The numbers of a design, from memory or from the house. */
function numbersOf(game: Game, design: Design, strategies: boolean, trouble?: (sentence: string) => void): Promise<Analyzed> {
  const body = { ...termsOf(game, design), stake: design.stake.trim() || "1", strategies };
  const key = JSON.stringify(body);
  const known = answers.get(key);
  if (known) return known;
  const asked = ask("/api/analyze", { body }, { trouble });
  answers.set(key, asked);
  asked.catch(() => answers.delete(key));
  if (answers.size > REMEMBERED) answers.delete(answers.keys().next().value!);
  return asked;
}

export type Fault = { sentence: string; at: ReturnType<typeof faultAt> };

/** A design and its numbers; the numbers may be those of a moment ago, and then it says so. */
export class Solving {
  solved = $state.raw<Analyzed | null>(null);
  /** The numbers of the printed table that the design started from. */
  printed = $state.raw<Analyzed | null>(null);
  /** What the short strategies cost, and the numbers that belong to them. */
  strategies = $state.raw<{ of: Analyzed; told: NonNullable<Analyzed["strategies"]> } | null>(null);
  fault = $state.raw<Fault | null>(null);
  /** Whether what is shown is not yet of what is typed. */
  waiting = $state(false);
  #wanted: { game: Game; design: Design } | null = null;
  #working = false;
  #pause: ReturnType<typeof setTimeout> | undefined;

  want(game: Game, design: Design): void {
    if (this.solved && this.solved.game !== game.name) {
      this.solved = this.printed = this.strategies = null;
      this.fault = null;
    }
    this.waiting = true;
    this.#wanted = { game, design };
    clearTimeout(this.#pause);
    this.#pause = setTimeout(() => void this.#work(), isUnfinished(design) ? PATIENCE : this.solved ? PAUSE : 0);
  }

  async #work(): Promise<void> {
    if (this.#working) return;
    this.#working = true;
    for (let wanted = this.#wanted; wanted; wanted = this.#wanted) {
      this.#wanted = null;
      await this.#solve(wanted.game, wanted.design);
    }
    this.#working = false;
  }

  async #solve(game: Game, design: Design): Promise<void> {
    try {
      const printed = isPrinted(design) ? null : numbersOf(game, asPrinted(design), false);
      const solved = await numbersOf(game, design, false, (sentence) => (this.fault = sentence ? { sentence, at: null } : null));
      const before = printed ? await printed : solved;
      if (this.#wanted) return;
      this.solved = solved;
      this.printed = before;
      this.fault = null;
      this.waiting = false;
      void this.#askStrategies(game, design, solved);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (this.#wanted) return;
      const at = faultAt(game, design, error.message);
      this.fault = { sentence: besideIt(error.message, at), at };
      this.waiting = false;
      if (!this.solved && !isPrinted(design)) await this.#showPrinted(game, design);
    }
  }

  async #askStrategies(game: Game, design: Design, solved: Analyzed): Promise<void> {
    try {
      const { strategies } = await numbersOf(game, design, true);
      if (this.solved === solved) this.strategies = { of: solved, told: strategies ?? {} };
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (this.solved === solved) this.strategies = null;
    }
  }

  /** Where there are no numbers of a moment ago, those of the printed table are better than none. */
  async #showPrinted(game: Game, design: Design): Promise<void> {
    try {
      const printed = await numbersOf(game, asPrinted(design), false);
      if (!this.#wanted) this.solved = this.printed = printed;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    }
  }
}
