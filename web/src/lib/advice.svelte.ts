/** The coach at a table: asks for the values of a decision, warns before a mistake, and notes what was taken. */

import { get } from "./api";
import { firstSpot } from "./bets.svelte";
import { coach, kindOf, type Question, type Valued, valued } from "./coach.svelte";
import { asOptions } from "./options";
import type { Play } from "./play.svelte";
import { preferences } from "./preferences.svelte";
import { Refused, refusal } from "./retry";
import type { Game, TableAdvice } from "./types";
import { actionCards, betsBesides, variantWords } from "./words";

/** How a bet is counted in words: "antes", "Big Draw bets". */
export function unitWords(game: Game): string {
  const spot = firstSpot(game);
  if (!/^[a-z]/i.test(spot.label)) return "bets";
  return spot.label.includes(" ") ? `${spot.label} bets` : `${spot.label.toLowerCase()}s`;
}

/** What the values of a decision are counted in, where bets that are decided together are counted together. */
export function countedIn(game: Game, variant: string | null): string {
  return variant && betsBesides(variant).length ? `${unitWords(game)}, ${variantWords(game, variant)}` : unitWords(game);
}

/** What the figures of a decision leave out of the pot that somebody is in, in words. */
export function potWords(game: Game, variant: string | null): string {
  const pot = game.bets.find((spot) => spot.pot);
  if (!pot) return "";
  if (!betsBesides(variant ?? "").includes(pot.name)) return `Your part of the ${pot.label} is not counted.`;
  return `Values count your part of the ${pot.label}; how choices end is told without it.`;
}

/** A cost or a value with as many digits as it takes to see it. */
export function inBets(value: number): string {
  const size = Math.abs(value);
  const digits = size === 0 || size >= 0.095 ? 2 : size >= 0.0095 ? 3 : 4;
  return value.toFixed(digits).replace("-", "−");
}

interface Given {
  action: string;
  values: Valued[];
  cost: number;
  cents: number;
  /** What the values are counted in, and with which bets besides. */
  unit: string;
  /** What is left out of these figures of a pot that the player was in. */
  pot: string;
  /** Why, in the words of the strategy card. */
  card: TableAdvice["card"];
}

/** What is best, said before choosing. */
interface Hint {
  best: Valued[];
  unit: string;
  pot: string;
  card: TableAdvice["card"];
}

/** Milliseconds after which it is said that an answer is on its way. */
const PATIENCE = 300;
const UNVALUED = "The house was too busy to value your last decision.";

export class CoachAtTable {
  /** A choice that was pressed once and is worse than another; pressed again it is taken. */
  warned = $state("");
  /** The last decision, valued. */
  given = $state.raw<Given | null>(null);
  trouble = $state("");
  /** How many decisions have been asked about for so long that it is worth saying. */
  #slow = $state(0);
  #asked = -1;
  #coming: Promise<TableAdvice | null> = Promise.resolve(null);
  #here = $state.raw<{ sequence: number; advice: TableAdvice } | null>(null);
  /** The decision that a hint was asked for. */
  #hinted = $state(-1);

  constructor(readonly play: Play) {}

  get on(): boolean {
    return preferences.chosen.coach;
  }

  /** Ask for the values of the decision on the table: once, and again for as long as it is open if the house is too busy. */
  ask(): void {
    const { play } = this;
    const sequence = play.table?.sequence ?? -1;
    if (!this.on || !play.deciding || sequence === this.#asked) return;
    this.#asked = sequence;
    this.warned = "";
    this.trouble = "";
    const wanted = (): boolean => this.on && play.deciding && play.table?.sequence === sequence;
    this.#coming = this.#awaited(get("/api/tables/{table}/advice", { path: { table: play.id } }, { wanted, tries: Infinity })).then(
      (advice) => {
        this.#here = { sequence, advice };
        return advice;
      },
      (error: unknown) => {
        if (wanted()) this.trouble = error instanceof Refused ? refusal(error) : "The coach cannot be reached.";
        // Whoever switches the coach on again is answered.
        else if (this.#asked === sequence) this.#asked = -1;
        return null;
      },
    );
  }

  /** Wait for an answer, and say so if it is long in coming. */
  async #awaited<T>(answer: Promise<T>): Promise<T> {
    let told = false;
    const patience = setTimeout(() => {
      told = true;
      this.#slow += 1;
    }, PATIENCE);
    try {
      return await answer;
    } finally {
      clearTimeout(patience);
      if (told) this.#slow -= 1;
    }
  }

  /** Whether values are still being worked out. */
  get working(): boolean {
    return this.#slow > 0;
  }

  /** Whether the values of the decision on the table are known. */
  get ready(): boolean {
    return this.#here?.sequence === this.play.table?.sequence;
  }

  /** How many units are staked for each unit that values are counted in: more than one once a later bet is made. */
  get #times(): number {
    const { own, game } = this.play;
    const base = own?.bets[firstSpot(game!).name] ?? 0;
    if (!base) return 1;
    const later = game!.bets.filter((spot) => spot.later).reduce((sum, spot) => sum + (own!.bets[spot.name] ?? 0), 0);
    return 1 + later / base;
  }

  get #inPot(): boolean {
    const { own, table } = this.play;
    return !!own && !!table?.view.pot?.in.includes(own.player);
  }

  /** Whether a hint can be asked for. */
  get mayHint(): boolean {
    return this.play.deciding && this.ready && this.#here!.advice.best.length > 0;
  }

  /** Say what is best now. */
  showHint(): void {
    if (this.mayHint) this.#hinted = this.#here!.sequence;
  }

  /** What is best in the decision on the table, once that was asked for. */
  get hint(): Hint | null {
    if (!this.mayHint || this.#hinted !== this.#here!.sequence) return null;
    const { advice } = this.#here!;
    const best = valued(advice, this.play.table!.view.legal, this.#times).filter((one) => one.best);
    const { game } = this.play;
    return { best, unit: countedIn(game!, advice.variant), pot: this.#inPot ? potWords(game!, advice.variant) : "", card: advice.card };
  }

  /** What a choice costs, if it is known. */
  cost(action: string): Valued | undefined {
    if (!this.ready) return undefined;
    return valued(this.#here!.advice, this.play.table!.view.legal, this.#times).find((one) => one.action === action);
  }

  /** Take a choice, or warn of it first; returns whether it was taken. */
  async take(action: string): Promise<boolean> {
    const { play } = this;
    if (!this.on) return play.answer(action);
    const known = this.cost(action);
    if (known && !known.best && this.warned !== action) {
      this.warned = action;
      return false;
    }
    const legal = play.table!.view.legal;
    const times = this.#times;
    const unit = play.own!.bets[firstSpot(play.game!).name] ?? 0;
    const coming = this.#coming;
    const inPot = this.#inPot;
    this.warned = "";
    const taken = await play.answer(action);
    if (taken) void coming.then((advice) => (advice ? this.#note(advice, legal, action, times, unit, inPot) : this.#unvalued()));
    return taken;
  }

  /** Say that a decision was not valued, so that the verdict on an older one is not taken for its own. */
  #unvalued(): void {
    this.given = null;
    this.trouble ||= UNVALUED;
  }

  #note(advice: TableAdvice, legal: readonly string[], action: string, times: number, unit: number, inPot: boolean): void {
    const values = valued(advice, legal, times);
    const mine = values.find((one) => one.action === action);
    if (!mine) return;
    const cents = Math.round(mine.cost * unit);
    const { card } = advice;
    const game = this.play.game!;
    const pot = inPot ? potWords(game, advice.variant) : "";
    this.given = { action, values, cost: mine.cost, cents, unit: countedIn(game, advice.variant), pot, card };
    const question: Question = { cards: advice.cards, board: advice.board, variant: advice.variant, stake: advice.stake };
    coach.note({
      ...question,
      ...asOptions(this.play.terms!),
      time: Date.now(),
      game: advice.game,
      action,
      best: values.filter((one) => one.best).map((one) => one.action),
      choices: values.map((one) => one.action).filter((one) => !actionCards(one).length),
      cost: mine.cost,
      cents,
      kind: kindOf(question),
    });
  }
}
