/** What is open in the lab beside the tables: which of its rooms, which bet, and what was typed there. */

import type { Game } from "../lib/types";
import { tuneWords, type TuneWords } from "./tuning";

export const ROOMS = { numbers: "Numbers", tune: "Tune", rows: "Cost of rows", sessions: "Sessions", cards: "Shared cards", papers: "Papers" } as const;
export type Room = keyof typeof ROOMS;

/** What a player of simulated sessions sets out with, as it was typed. */
export interface SessionWords {
  buyIn: string;
  unit: string;
  rounds: string;
  goal: string;
}

export interface Studio {
  room: Room;
  /** The wager that is looked at; empty for the first. */
  bet: string;
  /** The place of the table that is edited. */
  active: number;
  tune: TuneWords;
  sessions: SessionWords;
}

/** The most tables that stand side by side. */
export const MOST_TABLES = 8;
export const tableLetter = (place: number): string => `Table ${"ABCDEFGH"[place]!}`;

export const newStudio = (game: Game): Studio => ({
  room: "numbers",
  bet: "",
  active: 0,
  tune: tuneWords(game),
  sessions: { buyIn: "300", unit: "5", rounds: "100", goal: "" },
});
