/** The exact numbers of a table, as the house tells them. */

import { fraction, minus, type Fraction } from "../lib/fractions";

export interface Outcome {
  net: string;
  probability: string;
}

export interface ReturnLine {
  row: string;
  combinations: string;
  probability: string;
  pays: string | null;
  return: string;
}

export interface SolvedBet {
  unit: string;
  expected_value: string;
  house_edge: number;
  average_wager: string;
  element_of_risk: string;
  variance: string;
  standard_deviation: number;
  hit_frequency: string;
  outcomes: Outcome[];
  actions: Record<string, string>;
  rows: ReturnLine[];
}

export interface ShortStrategy extends SolvedBet {
  cost: string;
  cost_per_unit: number;
  rules: { sentence: string; action: string }[];
}

export interface Solved {
  game: string;
  settings: Record<string, string>;
  paytables: Record<string, string>;
  seconds: number;
  bets: Record<string, SolvedBet>;
  strategies?: Record<string, Record<string, ShortStrategy>>;
}

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
  of: (bet: SolvedBet) => Exact;
}

const exactly = (text: string): Exact => ({ value: fraction(text) });

export const edgeOf = (bet: SolvedBet): Exact => ({ value: minus(fraction("0"), fraction(bet.expected_value)) });

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
