/** Luck against skill: what rounds brought beside what their bets and the mistakes in them were worth; kept with the account (record.ts). */

import { keep, kept } from "./kept";

/** A round that was played, in cents and without the pot. */
export interface PlayedRound {
  time: number;
  game: string;
  table: number;
  round: number;
  /** What it brought. */
  net: number;
  /** What its bets are worth with the best play. */
  expected: number;
}

/** A decision with what it cost, in cents. */
interface Costed {
  time: number;
  cents: number;
}

export interface Told {
  /** After each round: what all have brought, and what was to be expected. */
  points: { net: number; expected: number }[];
  net: number;
  /** What the bets were worth with the best play. */
  bets: number;
  /** What mistakes cost. */
  mistakes: number;
  /** What is left: better or worse than was to be expected. */
  luck: number;
}

/** Rounds in their order, with what mistakes until each of them cost. */
export function luckAndSkill(rounds: readonly PlayedRound[], decisions: readonly Costed[]): Told {
  let [net, bets] = [0, 0];
  const until = (time: number): number => decisions.reduce((sum, one) => sum + (one.time <= time ? one.cents : 0), 0);
  const points = rounds.map((one) => {
    net += one.net;
    bets += one.expected;
    return { net, expected: bets - until(one.time) };
  });
  const mistakes = until(Infinity);
  return { points, net, bets, mistakes, luck: net - (bets - mistakes) };
}

const NAME = "rounds";
const LONGEST = 2000;

class Played {
  rounds = $state.raw<PlayedRound[]>(kept<PlayedRound[]>(NAME, []));

  /** Note a round, once. */
  note(round: PlayedRound): void {
    if (this.rounds.filter((one) => one.table === round.table).at(-1)?.round === round.round) return;
    this.rounds = [...this.rounds, round].slice(-LONGEST);
    keep(NAME, this.rounds);
  }

  forget(): void {
    this.rounds = [];
    keep(NAME, this.rounds);
  }
}

export const played = new Played();
