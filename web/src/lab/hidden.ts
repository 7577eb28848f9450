/** Cards that lie face down and are known: what is asked of the house, and what its answer says in rows and words. */

import type { CardFlashed, Exposed, ExposureQuestion, Game } from "../lib/types";
import { type Design, termsOf } from "./design";

/** Ranks as cards are written, highest first, and as one speaks of all of them. */
export const RANKS: readonly (readonly [string, string])[] = [
  ["A", "aces"],
  ["K", "kings"],
  ["Q", "queens"],
  ["J", "jacks"],
  ["T", "tens"],
  ["9", "nines"],
  ["8", "eights"],
  ["7", "sevens"],
  ["6", "sixes"],
  ["5", "fives"],
  ["4", "fours"],
  ["3", "threes"],
  ["2", "twos"],
];

/** The question as the house takes it; a rank that is marked on its backs, or none. */
export function hiddenQuestion(game: Game, design: Design, marked: string): ExposureQuestion {
  return {
    ...termsOf(game, design),
    stake: design.stake.trim() || "1",
    hands: game.seats > 1 ? 1 : null,
    decks: 2,
    flashed: true,
    marked,
  };
}

/** One card seen, and then a rank that is marked. */
export const hiddenRows = (told: Exposed): CardFlashed[] => [...(told.flashed ?? []), ...(told.marked ?? [])];

/** What is assumed, what is not known and why, and that nothing lies face down where nothing does. */
export function hiddenNotes(told: Exposed): string[] {
  const none = Object.keys(told.face_down ?? {}).length === 0;
  const unknown = new Set([told.flashed_unknown, told.marked_unknown].filter((why) => why));
  return [
    ...(none ? ["Not exposed to flashed or marked cards: none lies face down at the first decision."] : []),
    ...(told.marked_assumed ? [`Of marked cards it is assumed: ${told.marked_assumed}.`] : []),
    ...[...unknown].map((why) => `Exposure to flashed or marked cards is not known in full: ${why}.`),
  ];
}
