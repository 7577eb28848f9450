/** What a player may answer, as buttons: cards are chosen by touching them, the rest of the answer by pressing. */

import { actionCards, isCard } from "./words";

/** Answers that differ in an amount of the player's own: `play-$... keep` from one amount to another. */
export interface Amounts {
  head: string;
  tail: string;
  least: number;
  most: number;
}

const head = (action: string): string => action.split(" ").filter((word) => !isCard(word))[0] ?? "";

/** Whether some answer names cards, so that cards must be touched. */
export const namesCards = (legal: readonly string[]): boolean => legal.some((action) => actionCards(action).length > 0);

/** What touching a card means: it is held, or it is discarded. */
export function touchWord(legal: readonly string[]): string {
  const naming = legal.find((action) => actionCards(action).length > 0);
  return naming?.split(" ").filter((word) => !isCard(word)).at(-1) ?? "";
}

/** How cards are chosen, for somebody who has chosen none. */
export function touchHint(legal: readonly string[]): string {
  const word = touchWord(legal);
  const [cards, them] = legal.some((action) => actionCards(action).length > 1) ? ["cards", "them"] : ["a card", "it"];
  return `Tap ${cards} to ${word === "discard" ? `throw ${them} away` : `${word} ${them}`}`;
}

const sameCards = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((card) => other.includes(card));

/** The answers that can be pressed while these cards are touched. */
export function pressable(legal: readonly string[], touched: readonly string[]): string[] {
  if (!namesCards(legal)) return [...legal];
  const withCards = new Set(legal.filter((action) => actionCards(action).length > 0).map(head));
  return legal.filter((action) => !withCards.has(head(action)) || sameCards(actionCards(action), touched));
}

/** The cards that are touched after one more touch: it is taken up, put back, or takes the place of another. */
export function touch(legal: readonly string[], touched: readonly string[], card: string): string[] {
  if (touched.includes(card)) return touched.filter((other) => other !== card);
  const more = [...touched, card];
  return legal.some((action) => sameCards(actionCards(action), more)) ? more : [card];
}

/** The amounts that the house says may be chosen. */
export function readAmounts(words: readonly string[], touched: readonly string[]): Amounts | null {
  for (const word of words) {
    const found = /^(.*)\$\.\.\.(.*) from \$([\d.,]+) to \$([\d.,]+)$/.exec(word);
    if (!found || !sameCards(actionCards(found[2]!), touched)) continue;
    return { head: found[1]!, tail: found[2]!, least: cents(found[3]!), most: cents(found[4]!) };
  }
  return null;
}

const cents = (text: string): number => Math.round(Number(text.replace(/,/g, "")) * 100);

/** Keys that mean the same all the time while bets are laid, and that no spot has; digits choose chips. */
export const BETTING_KEYS = [..."rdxzokmq123456789"];
/** The keys of the coach, of sound and of pace, which no choice has. */
export const DECISION_KEYS = ["k", "m", "q"];

/** A key for each of some names: a digit that the name says, or its first letter that is free. */
export function keysFor(names: readonly string[], taken: readonly string[] = []): Record<string, string> {
  const keys: Record<string, string> = {};
  const used = new Set(taken);
  for (const name of names) {
    const digit = /-(\d)x?(?: |$)/.exec(name)?.[1];
    const letters = [...name.toLowerCase()].filter((letter) => /[a-z]/.test(letter));
    const key = [...(digit ? [digit] : []), ...letters].find((candidate) => !used.has(candidate));
    if (!key) continue;
    used.add(key);
    keys[name] = key;
  }
  return keys;
}

/** Keys for cards: digits, or the home row where digits say something else. */
export function cardKeys(count: number, taken: readonly string[]): string[] {
  const digits = Array.from({ length: count }, (_, place) => String(place + 1));
  if (!digits.some((digit) => taken.includes(digit))) return digits;
  return [..."asdghjkl"].filter((letter) => !taken.includes(letter)).slice(0, count);
}
