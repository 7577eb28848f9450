/** Bets and choices that are known exactly, and those that are estimated. */

import type { Analysis, Bet, Estimate } from "./types";
import { percent } from "./words";

export const isEstimate = (bet: Bet | null | undefined): bet is Estimate => !!bet && "estimate" in bet;

/** The bet if it is exact. */
export const exactOf = (bet: Bet | null | undefined): Analysis | null => (bet && !isEstimate(bet) ? bet : null);

/** The house edge of a bet; an estimate with its standard error. */
export function edgeWords(bet: Bet): string {
  return isEstimate(bet) ? `about ${percent(-bet.estimate)} ± ${percent(bet.standard_error)}` : percent(bet.house_edge);
}

/** The standard error of the difference of two estimates, if they have nothing in common. */
export const errorOf = (one: number, other: number): number => Math.hypot(one, other);
