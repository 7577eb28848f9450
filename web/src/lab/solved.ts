/** The figures of a bet that people ask for first, exact. */

import { fraction, minus, type Fraction } from "../lib/fractions";
import type { Analysis } from "../lib/types";
import { capital } from "../lib/words";

/** A number that is exact: a fraction, or the square root of one. */
export interface Exact {
  value: Fraction;
  root?: boolean;
}

export type Form = "percent" | "units";

/** A figure of a bet that people ask for first. */
export interface Figure {
  name: string;
  about: string;
  form: Form;
  of: (bet: Analysis) => Exact;
}

/** What a bet is counted in, as a sentence says it: a bet, or the name of a spot. */
export const unitOf = ({ unit }: Analysis): string => (unit === "bet" ? unit : capital(unit));

const exactly = (text: string): Exact => ({ value: fraction(text) });

export const edgeOf = (bet: Analysis): Exact => ({ value: minus(fraction("0"), fraction(bet.expected_value)) });

export const FIGURES: readonly Figure[] = [
  { name: "House edge", about: "what the house keeps of each unit", form: "percent", of: edgeOf },
  { name: "Hit frequency", about: "rounds that end in a net win", form: "percent", of: (bet) => exactly(bet.hit_frequency) },
  {
    name: "Volatility",
    about: "standard deviation of a round",
    form: "units",
    of: (bet) => ({ value: fraction(bet.variance), root: true }),
  },
  { name: "Average wager", about: "bet in a round, all in all", form: "units", of: (bet) => exactly(bet.average_wager) },
  { name: "Element of risk", about: "what the house keeps of all that is bet", form: "percent", of: (bet) => exactly(bet.element_of_risk) },
];
