/** Bets and choices that are known exactly, and those that are estimated. */

import type { Analysis, Bet } from "./types";
import { isEstimate } from "./words";

/** The bet if it is exact. */
export const exactOf = (bet: Bet | null | undefined): Analysis | null => (bet && !isEstimate(bet) ? bet : null);

/** The standard error of the difference of two estimates, if they have nothing in common. */
export const errorOf = (one: number, other: number): number => Math.hypot(one, other);
