/** Exact numbers as they are read: decimals with enough places, fractions to the last digit, differences with a sign. */

import { commonDivisor, decimal, type Fraction, isZero, minus } from "../lib/fractions";
import type { Exact, Form } from "./solved";

/** A fraction in lowest terms, as `p/q`. */
export function fractionWords({ p, q }: Fraction): string {
  const shared = commonDivisor(p, q) || 1n;
  const [above, below] = [p / shared, q / shared];
  return `${below < 0n ? -above : above}${below === 1n || below === -1n ? "" : `/${below < 0n ? -below : below}`}`.replace("-", "−");
}

export const valueOf = ({ value, root }: Exact): number => (root ? Math.sqrt(decimal(value)) : decimal(value));

export const exactWords = ({ value, root }: Exact): string => (root ? `√(${fractionWords(value)})` : fractionWords(value));

const signed = (words: string): string => words.replace(/^-/, "−");

export function decimalWords(value: number, form: Form, places = 4): string {
  return signed(form === "percent" ? `${(value * 100).toFixed(places)}%` : value.toFixed(places));
}

/** How much more one number is than another: a difference of per cents is in points. */
export function differenceWords(one: Exact, other: Exact, form: Form, places = 4): string {
  if (isSame(one, other)) return "the same";
  const more = (valueOf(one) - valueOf(other)) * (form === "percent" ? 100 : 1);
  const digits = Math.abs(more).toFixed(places);
  const said = Number(digits) === 0 ? `less than ${(10 ** -places).toFixed(places)}` : digits;
  return `${more < 0 ? "−" : "+"}${said}${form === "percent" ? " points" : ""}`;
}

export const isSame = (one: Exact, other: Exact): boolean => isZero(minus(one.value, other.value));

export function exactDifference(one: Exact, other: Exact): string {
  if (one.root || other.root) return `${exactWords(one)} − ${exactWords(other)}`;
  return fractionWords(minus(one.value, other.value));
}

/** A chance as one in so many; more than ten thousand are rounded. */
export function oneIn(chance: number): string {
  if (chance <= 0) return "never";
  const rounds = 1 / chance;
  return `1 in ${rounds.toLocaleString("en-US", { maximumFractionDigits: rounds < 100 ? 2 : rounds < 10_000 ? 1 : 0 })}`;
}

/** A small chance with as many places as it takes to see two digits. */
export function chanceWords(chance: number): string {
  if (chance === 0) return "0%";
  const places = Math.min(10, Math.max(2, 1 - Math.floor(Math.log10(chance * 100))));
  return `${(chance * 100).toFixed(places)}%`;
}

const HALVES: Record<string, string> = { "1/2": "½", "1/4": "¼", "3/4": "¾" };

/** A net result with its sign: `+3½`, `−2`, `0`. */
export function netWords({ p, q }: Fraction): string {
  const sign = p > 0n ? "+" : p < 0n ? "−" : "";
  const above = p < 0n ? -p : p;
  const [whole, rest] = [above / q, above % q];
  if (rest === 0n) return `${sign}${whole.toLocaleString("en-US")}`;
  const drawn = HALVES[`${rest}/${q}`];
  if (drawn) return `${sign}${whole || ""}${drawn}`;
  const exact = Number(above) / Number(q);
  return `${sign}${q <= 1000n && Number.isInteger(exact * 100) ? exact : exact.toFixed(2)}`;
}
