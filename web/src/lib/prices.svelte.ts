/** What the house keeps of the bets that are laid, at the stakes that are laid: flat prizes make that depend on the stake. */

import { ask } from "./api";
import { firstSpot, type Laid } from "./bets.svelte";
import { asOptions } from "./options";
import type { Analyzed, Bet, Game, Terms } from "./types";
import { betLabel, dollars, edgeOf, edgeWords, percent } from "./words";

const tail = (bet: string): string => bet.split("/").at(-1)!;

/** The bets of a game that pay flat prizes. */
export const flatBets = (game: Game): string[] =>
  Object.entries(game.printed)
    .filter(([, printed]) => printed.tables.some((table) => Object.keys(table.fixed_cents).length > 0))
    .map(([bet]) => bet);

/** The stake of the bet with flat prizes among those laid, in cents; nothing if there is none. */
export function flatStake(game: Game, laid: Laid): number {
  const spots = flatBets(game).map(tail);
  return Object.entries(laid).find(([spot, cents]) => cents > 0 && spots.includes(spot))?.[1] ?? 0;
}

/** The stake that a game's sign is for: the first chip that its first bet takes. */
export const usualStake = (game: Game): number => [100, 500, 2500].find((chip) => chip >= (firstSpot(game).least_cents ?? 0)) ?? 100;

/** The numbers of the bet on a spot: one, or one for each game that may still be named. */
export function betsOn(game: Game, spot: string, bets: Record<string, Bet>, named: readonly string[]): Bet[] {
  const open = Object.keys(bets).filter((bet) => !bet.includes("/") || !named.length || named.includes(bet.split("/")[0]!));
  const same = open.filter((bet) => tail(bet) === spot);
  const alike = open.filter((bet) => tail(bet).endsWith(spot));
  const main = firstSpot(game).name === spot ? open.slice(0, 1) : [];
  return [same, alike, main].find((found) => found.length)?.map((bet) => bets[bet]!) ?? [];
}

/** The price of one bet in words: "First 5 $5: 1.70%", or between which prices it lies before the game is named. */
export function priceOn(game: Game, spot: string, cents: number, found: readonly Bet[]): string {
  const edges = found.map(edgeOf).sort((one, other) => one - other);
  const [least, most] = [edges[0]!, edges.at(-1)!];
  const one = found.length === 1 || percent(least) === percent(most);
  const words = one ? edgeWords(found[0]!) : `${least < 0 ? `${percent(-least)} in your favour` : percent(least)} to ${percent(most)}`;
  return `${betLabel(game, spot)} ${dollars(cents)}: ${words}`;
}

/** The dearest and the cheapest later bet on top of the bets laid, in cents, where the game has one. */
export function laterBets(game: Game, terms: Terms, laid: Laid): { label: string; least: number; most: number } | null {
  const spot = game.bets.find((one) => one.later);
  const unit = laid[firstSpot(game).name] ?? 0;
  if (!spot || !unit) return null;
  const words = terms.settings[`${spot.name}_multiples`] ?? terms.settings[`max_${spot.name}`] ?? "1";
  const multiples = words.match(/\d+/g)?.map(Number) ?? [1];
  const least = `${spot.name}_multiples` in terms.settings ? Math.min(...multiples) : 1;
  return { label: spot.label, least: least * unit, most: Math.max(...multiples) * unit };
}

export class Prices {
  /** The numbers of this table by the stake of its flat bets. */
  #found = $state.raw<Record<number, Analyzed>>({});
  #asked = new Set<number>();

  constructor(
    readonly game: Game,
    readonly terms: Terms,
  ) {}

  /** Ask for the numbers at the stakes laid, once for each. */
  async ask(laid: Laid): Promise<void> {
    const stake = flatStake(this.game, laid);
    if (this.#asked.has(stake)) return;
    this.#asked.add(stake);
    try {
      const body = { game: this.game.name, ...asOptions(this.terms), ...(stake ? { stake: String(stake / 100) } : {}) };
      this.#found = { ...this.#found, [stake]: await ask("/api/analyze", { body }) };
    } catch {
      this.#asked.delete(stake);
    }
  }

  /** What bets are worth with the best play, in cents; null while that is being worked out, or where one has no price. */
  expected(laid: Laid, named: readonly string[]): number | null {
    const bets = this.#found[flatStake(this.game, laid)]?.bets;
    let sum = 0;
    for (const spot of this.game.bets.filter((one) => laid[one.name] && !one.equals && !one.pot && !one.later)) {
      const found = bets && betsOn(this.game, spot.name, bets, named);
      if (found?.length !== 1) return null;
      sum -= edgeOf(found[0]!) * laid[spot.name]!;
    }
    return bets ? sum : null;
  }

  /** The price of every bet that is laid and can be priced; nothing while it is being worked out. */
  of(laid: Laid, named: readonly string[]): string[] {
    const bets = this.#found[flatStake(this.game, laid)]?.bets;
    if (!bets) return [];
    return this.game.bets
      .filter((spot) => laid[spot.name] && !spot.equals && !spot.pot)
      .map((spot) => ({ spot, found: betsOn(this.game, spot.name, bets, named) }))
      .filter(({ found }) => found.length)
      .map(({ spot, found }) => priceOn(this.game, spot.name, laid[spot.name]!, found));
  }
}
