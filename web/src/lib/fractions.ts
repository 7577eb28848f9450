/** Exact numbers as the house writes them, `p/q`, compared and subtracted without rounding. */

export interface Fraction {
  p: bigint;
  q: bigint;
}

export function fraction(text: string): Fraction {
  const [p, q] = text.split("/");
  return { p: BigInt(p!), q: BigInt(q ?? "1") };
}

export const minus = (a: Fraction, b: Fraction): Fraction => ({ p: a.p * b.q - b.p * a.q, q: a.q * b.q });

export const isLess = (a: Fraction, b: Fraction): boolean => a.p * b.q < b.p * a.q;

/** In which order two are sorted, the greater first. */
export const descending = (a: Fraction, b: Fraction): number => (isLess(a, b) ? 1 : isLess(b, a) ? -1 : 0);

/** The greatest number that divides both, never below zero. */
export const commonDivisor = (a: bigint, b: bigint): bigint => (b === 0n ? (a < 0n ? -a : a) : commonDivisor(b, a % b));

export const isZero = (a: Fraction): boolean => a.p === 0n;

/** The nearest decimal, to eighteen places before it is rounded by whoever prints it. */
export function decimal(a: Fraction): number {
  const scale = 10n ** 18n;
  return Number((a.p * scale) / a.q) / 1e18;
}
