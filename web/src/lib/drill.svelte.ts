/** What to practise: hands that went wrong, or decisions of a game as they come, of a street and a kind; and how quickly. */

import { ask } from "./api";
import { coach, kindOf, type Taken } from "./coach.svelte";
import type { DealtDecision } from "./types";
import { actionCards } from "./words";

/** Milliseconds of a speed drill. */
export const SPEED = 60_000;
/** How often more is dealt in search of a rare kind of hand. */
const SEARCHES = 6;

export const cardsSeen = (one: Pick<Taken, "cards" | "board">): number => `${one.cards} ${one.board}`.trim().split(/\s+/).length;

/** The kind of a hand without how many cards it has. */
export const kindAlone = (one: Pick<Taken, "kind">): string => one.kind.replace(/ \(.*\)$/, "");

/** A dealt decision as one that was taken is kept. */
export function asTaken(game: string, dealt: DealtDecision): Taken {
  const { legal, ...question } = dealt;
  const choices = legal.filter((action) => !actionCards(action).length);
  return { ...question, game, choices, settings: {}, custom: [], time: 0, action: "", best: [], cost: 0, cents: 0, kind: kindOf(question) };
}

/** Whether a decision is of a street, 0 being any, and of a kind, "" being any. */
export const fits = (one: Taken, street: number, kind: string): boolean =>
  (!street || cardsSeen(one) === street) && (!kind || kindAlone(one) === kind);

export class Drill {
  /** The game whose decisions are dealt; "" for the hands that went wrong. */
  game = $state("");
  street = $state(0);
  kind = $state("");
  /** Decisions that were dealt, those not practised yet first. */
  dealt = $state.raw<Taken[]>([]);
  #used = 0;

  get wrong(): Taken[] {
    return coach.taken.filter((one) => !one.best.includes(one.action) && one.cost > 0);
  }

  get streets(): number[] {
    return [...new Set(this.dealt.map(cardsSeen))].sort((one, other) => one - other);
  }

  get kinds(): string[] {
    return [...new Set(this.dealt.filter((one) => fits(one, this.street, "")).map(kindAlone))].sort();
  }

  choose(game: string): void {
    [this.game, this.street, this.kind, this.dealt, this.#used] = [game, 0, "", [], 0];
  }

  /** The next decision; a hand that cost more comes more often. */
  async next(): Promise<Taken | undefined> {
    if (this.game) return this.#deal();
    const { wrong } = this;
    let point = Math.random() * wrong.reduce((sum, one) => sum + one.cost, 0);
    return wrong.find((one) => (point -= one.cost) <= 0) ?? wrong[0];
  }

  async #deal(): Promise<Taken | undefined> {
    for (let search = 0; search < SEARCHES; search += 1) {
      const place = this.dealt.findIndex((one, at) => at >= this.#used && fits(one, this.street, this.kind));
      if (place >= 0) {
        const found = this.dealt[place]!;
        this.dealt = [found, ...this.dealt.filter((one) => one !== found)];
        this.#used += 1;
        return found;
      }
      const { game } = this;
      const { decisions } = await ask("/api/decisions", { body: { game, seed: crypto.randomUUID() } });
      if (game !== this.game) return undefined;
      const fresh = decisions.map((one) => asTaken(game, one)).map((one) => ({ one, order: Math.random() }));
      this.dealt = [...this.dealt, ...fresh.sort((one, other) => one.order - other.order).map(({ one }) => one)];
    }
    return this.dealt.find((one) => fits(one, this.street, this.kind));
  }
}
