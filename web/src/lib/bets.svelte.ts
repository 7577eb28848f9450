/** The bets that a player lays out before a round: within limits, equal where they must be, taken back one by one. */

import { keep, kept } from "./kept";
import type { Game, PotView, Spot, Terms } from "./types";
import { dollars } from "./words";

export type Laid = Readonly<Record<string, number>>;

/** What joining the pot costs a player now, or why it is closed to them. */
export function potPrice(pot: PotView, player: string): { cents: number } | { closed: string } {
  if (pot.in.includes(player)) return { cents: pot.price };
  const back = pot.price_to_return?.[player];
  if (back !== undefined) return { cents: back };
  if (pot.open === false) return { closed: "closed until this pot is won" };
  return { cents: pot.price_to_join ?? pot.price };
}

/** The bet that a game begins with, and that values are counted in. */
export const firstSpot = (game: Game): Spot => game.bets.find((spot) => spot.required) ?? game.bets.find((spot) => !spot.later)!;

export class Bets {
  laid = $state.raw<Laid>({});
  chip = $state(500);
  #past: Laid[] = [];
  readonly #first: Spot;

  constructor(
    readonly game: Game,
    readonly terms: Terms,
  ) {
    this.#first = firstSpot(game);
    this.chip = this.chips.find((chip) => chip >= this.limits(this.#first)[0]) ?? this.chips[0]!;
  }

  /** The chips that can be chosen at this table. */
  get chips(): number[] {
    const most = Math.max(...this.game.bets.filter((spot) => !spot.later && !spot.pot).map((spot) => this.limits(spot)[1]));
    return [100, 500, 2500, 10_000, 50_000].filter((chip) => chip <= most && chip % this.terms.placard.chip === 0);
  }

  get sum(): number {
    return Object.values(this.laid).reduce((sum, cents) => sum + cents, 0);
  }

  limits(spot: Spot): [number, number] {
    const base = spot.equals ? this.spot(spot.equals) : spot;
    return this.terms.placard.limits[base.name] ?? [base.least_cents ?? 100, base.most_cents ?? 50_000];
  }

  spot(name: string): Spot {
    return this.game.bets.find((spot) => spot.name === name)!;
  }

  /** The spots that a player may bet on before a round. */
  open(): Spot[] {
    return this.game.bets.filter((spot) => !spot.later);
  }

  /** The usual bets: the last ones of this player in this game, or the least that a round takes. */
  lay(pot: PotView | null, player: string, stack: number): void {
    const last = kept<Laid>(`bets.${this.game.name}`, {});
    const usual = { [this.#first.name]: this.limits(this.#first)[0] };
    for (const wanted of [last, usual]) {
      const fitting = this.#fit(wanted, pot, player);
      if (!this.problem(fitting, stack)) {
        this.#set(fitting);
        return;
      }
    }
    this.#set({});
  }

  /** Bets as this table takes them: cut to its limits, with equal bets equal and the pot at its price. */
  #fit(wanted: Laid, pot: PotView | null, player: string): Laid {
    const fitting: Record<string, number> = {};
    for (const spot of this.open()) {
      const cents = wanted[spot.equals ?? spot.name] ?? 0;
      if (!cents) continue;
      if (spot.pot) {
        const price = pot && potPrice(pot, player);
        if (price && "cents" in price) fitting[spot.name] = price.cents;
        continue;
      }
      const [least, most] = this.limits(spot);
      fitting[spot.name] = Math.min(most, Math.max(least, cents));
    }
    return fitting;
  }

  #set(laid: Laid): void {
    this.#past.push(this.laid);
    this.laid = laid;
  }

  /** Put the chosen chip on a spot, or join or leave the pot; returns what stands against it, if something does. */
  press(name: string, pot: PotView | null, player: string, stack: number): string {
    const spot = this.spot(name);
    if (spot.later) return `${spot.label} is bet in the middle of a round.`;
    const base = spot.equals ?? spot.name;
    if (spot.pot) {
      const price = pot && potPrice(pot, player);
      if (!price || "closed" in price) return `${spot.label} is ${price?.closed ?? "closed"}.`;
      const { [name]: had, ...others } = this.laid;
      return this.#tryTo(had ? others : { ...this.laid, [name]: price.cents }, stack);
    }
    const [least, most] = this.limits(spot);
    const had = this.laid[base] ?? 0;
    if (had >= most) return `${spot.label} takes at most ${dollars(most)}.`;
    const cents = Math.min(most, Math.max(least, had + this.chip));
    return this.#tryTo(this.#withEqual(base, cents), stack);
  }

  /** Double every bet, as far as limits go; returns what stands against it, if something does. */
  double(pot: PotView | null, player: string, stack: number): string {
    const twice = Object.fromEntries(Object.entries(this.laid).map(([spot, cents]) => [spot, 2 * cents]));
    return this.#tryTo(this.#fit(twice, pot, player), stack);
  }

  /** Take a bet off a spot. */
  lift(name: string): void {
    const base = this.spot(name).equals ?? name;
    this.#set(this.#withEqual(base, 0));
  }

  #withEqual(base: string, cents: number): Laid {
    const laid: Record<string, number> = { ...this.laid };
    for (const spot of this.open()) if (spot.name === base || spot.equals === base) laid[spot.name] = cents;
    return Object.fromEntries(Object.entries(laid).filter(([, amount]) => amount > 0));
  }

  #tryTo(laid: Laid, stack: number): string {
    const sum = Object.values(laid).reduce((total, cents) => total + cents, 0);
    if (sum > stack) return `You have ${dollars(stack)} at this table; these bets would be ${dollars(sum)}.`;
    this.#set(laid);
    return "";
  }

  clear(): void {
    this.#set({});
  }

  undo(): void {
    this.laid = this.#past.pop() ?? {};
  }

  /** Why bets cannot be placed as they are; nothing if they can. */
  problem(laid: Laid, stack: number): string {
    const sum = Object.values(laid).reduce((total, cents) => total + cents, 0);
    if (!sum) return "Put a chip on a spot first.";
    for (const spot of this.open())
      if (spot.required && !laid[spot.name]) return `${this.game.title} needs a bet on ${spot.label}.`;
    if (sum > stack) return `You have ${dollars(stack)} at this table, and these bets are ${dollars(sum)}.`;
    return "";
  }

  /** The bets in the words that the house takes. */
  words(): string {
    keep(`bets.${this.game.name}`, this.laid);
    return ["bet", ...Object.entries(this.laid).map(([spot, cents]) => `${spot}=${cents / 100}`)].join(" ");
  }
}
