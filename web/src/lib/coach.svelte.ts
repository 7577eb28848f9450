/** The coach: what every choice is worth, what the one taken cost, and what to practise; kept with the account (record.ts). */

import { errorOf } from "./estimates";
import { decimal, descending, fraction, isZero, minus } from "./fractions";
import { keep, kept } from "./kept";
import type { Options } from "./options";
import type { Advice, TableAdvice } from "./types";
import { betsBesides } from "./words";

/** A decision as the mathematicians are asked about it. */
export type Question = Pick<TableAdvice, "cards" | "board" | "variant" | "stake">;

/** One ending of a choice: what it is called, what it nets in bets, and its chance. */
export interface Ended {
  name: string;
  net: number;
  chance: number;
}

export interface Valued {
  action: string;
  /** Expected net result in bets. */
  value: number;
  /** The value as a fraction; nothing if it is estimated. */
  exact: string;
  /** How much less than the best choice it is worth, in bets. */
  cost: number;
  /** Whether nothing is worth more, or nothing that is estimated is clearly worth more. */
  best: boolean;
  /** The standard error of an estimated value. */
  error?: number;
  /** How it may end, the best first; nothing where that is not counted. */
  ends: Ended[];
}

/** A decision that was taken, and what it cost. */
export interface Taken extends Question, Options {
  time: number;
  game: string;
  action: string;
  best: string[];
  /** What could be answered besides choices that name cards; null where that was everything. */
  choices: string[] | null;
  /** What it cost in bets, and in cents. */
  cost: number;
  cents: number;
  /** The hand in general words, to count like hands together. */
  kind: string;
}

const NAME = "coach";
const LONGEST = 2000;

/**
 * The choices somebody has, each with its value, best first. `times` scales values that are per unit where more than one
 * unit is staked.
 */
export function valued(advice: Advice, choices: readonly string[], times = 1): Valued[] {
  const listed = Object.entries(advice.actions)
    .filter(([action]) => choices.includes(action))
    .map(([action, words]) => ({ action, words, exact: fraction(words) }))
    .sort((one, other) => descending(one.exact, other.exact));
  if (advice.estimates) return estimated(advice, choices, times);
  const best = listed[0]?.exact;
  return listed.map(({ action, words, exact }) => {
    const short = minus(best!, exact);
    const ends = endsOf(advice, action, times);
    return { action, exact: words, value: decimal(exact) * times, cost: decimal(short) * times, best: isZero(short), ends };
  });
}

const endsOf = (advice: Advice, action: string, times: number): Ended[] =>
  (advice.leads_to?.[action] ?? []).map(({ name, net, chance }) => ({
    name,
    net: decimal(fraction(net)) * times,
    chance: decimal(fraction(chance)),
  }));

/** The chances that a choice comes to a gain, to nothing and to a loss. */
export function chances(ends: readonly Ended[]): { win: number; push: number; lose: number } {
  const sum = (is: (net: number) => boolean): number => ends.reduce((all, one) => all + (is(one.net) ? one.chance : 0), 0);
  return { win: sum((net) => net > 0), push: sum((net) => net === 0), lose: sum((net) => net < 0) };
}

/** Endings of one name, which come after different later bets: their chance, and what they net at least, at most and on average. */
export interface EndedAlike extends Ended {
  least: number;
  most: number;
}

function together(name: string, ends: readonly Ended[]): EndedAlike {
  const nets = ends.map((one) => one.net);
  const chance = ends.reduce((sum, one) => sum + one.chance, 0);
  const net = ends.reduce((sum, one) => sum + one.net * one.chance, 0) / chance;
  return { name, net, chance, least: Math.min(...nets), most: Math.max(...nets) };
}

/** The endings that come most often, the best first, each name once, and the others added up with what they net on average. */
export function likeliest(ends: readonly Ended[], most: number): EndedAlike[] {
  const named = new Map<string, Ended[]>();
  for (const one of ends) named.set(one.name, [...(named.get(one.name) ?? []), one]);
  const alike = [...named].map(([name, those]) => together(name, those)).sort((one, other) => other.net - one.net);
  if (alike.length <= most) return alike;
  const often = new Set([...alike].sort((one, other) => other.chance - one.chance).slice(0, most - 1));
  const others = alike.filter((one) => !often.has(one));
  const { net, chance } = together("", others);
  return [...alike.filter((one) => often.has(one)), { name: `${others.length} others, on average`, net, chance, least: net, most: net }];
}

/** Standard errors by which an estimate must be less than the best one to be taken for worse. */
const CLEARLY = 2;

function estimated(advice: Advice, choices: readonly string[], times: number): Valued[] {
  const listed = Object.entries(advice.estimates ?? {})
    .filter(([action]) => choices.includes(action))
    .map(([action, told]) => ({ action, value: told.estimate * times, error: told.standard_error * times }))
    .sort((one, other) => other.value - one.value);
  const most = listed[0];
  return listed.map(({ action, value, error }) => {
    const short = most!.value - value;
    const best = short <= CLEARLY * errorOf(most!.error, error);
    return { action, value, error, exact: "", best, cost: best ? 0 : short, ends: endsOf(advice, action, times) };
  });
}

const ORDER = "23456789TJQKA";
const COUNTS = ["", "", "two", "three", "four", "five", "six", "seven"];

/** A hand in general words: its pairs and its longest suit, or, where it is short, its ranks. */
export function kindOf(question: Question): string {
  const cards = `${question.cards} ${question.board}`.trim().split(/\s+/).filter(Boolean);
  const ranks = cards.map((card) => card[0]!).sort((one, other) => ORDER.indexOf(other) - ORDER.indexOf(one));
  if (cards.length < 3) return ranks.map((rank) => (rank === "T" ? "10" : rank)).join(" and ");
  const tally = (signs: string[]): number[] => {
    const found = new Map<string, number>();
    for (const sign of signs) found.set(sign, (found.get(sign) ?? 0) + 1);
    return [...found.values()].sort((one, other) => other - one);
  };
  const [most = 0, second = 0] = tally(ranks);
  const pairs =
    most >= 4 ? "four alike" : most === 3 ? (second > 1 ? "three and two alike" : "three alike") : most === 2 ? (second > 1 ? "two pair" : "a pair") : `no pair, ${ranks[0] === "T" ? "10" : ranks[0]} high`;
  const suited = tally(cards.map((card) => card[1] ?? ""))[0] ?? 0;
  const suits = suited >= 3 ? `, ${COUNTS[suited] ?? suited} of a suit` : "";
  const seen = `${cards.length} cards`;
  const besides = betsBesides(question.variant ?? "").join(" and ");
  const variant = besides ? `with ${besides}` : (question.variant ?? "");
  return `${pairs}${suits} (${seen}${variant ? `, ${variant.replace(/-/g, " ")}` : ""})`;
}

class Coach {
  taken = $state.raw<Taken[]>(kept<Taken[]>(NAME, []));
  /** When this session began: the report can be of it, or of everything that is kept. */
  readonly since = Date.now();

  note(taken: Taken): void {
    this.taken = [...this.taken, taken].slice(-LONGEST);
    keep(NAME, this.taken);
  }

  forget(): void {
    this.taken = [];
    keep(NAME, this.taken);
  }

  /** A hand that was practised right is worth less practice: its cost is taken as half. */
  practised(taken: Taken, right: boolean): void {
    this.taken = this.taken.map((one) => (one === taken ? { ...one, cost: right ? one.cost / 2 : one.cost } : one));
    keep(NAME, this.taken);
  }
}

export const coach = new Coach();
