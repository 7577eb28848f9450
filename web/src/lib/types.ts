/**
 * What the house tells about games and tables. What its OpenAPI document describes comes from there; the JSON of games,
 * analyses and advice, which is that of the command, is described here.
 */

import type { components } from "./api-types";

type Told = components["schemas"];

export interface Spot {
  name: string;
  label: string;
  required: boolean;
  equals: string | null;
  later: boolean;
  pot: boolean;
  least_cents: number | null;
  most_cents: number | null;
}

export interface PrintedTable {
  name: string;
  pays: Record<string, string>;
  fixed_cents: Record<string, number>;
}

export interface PayBet {
  label: string;
  rows: string[];
  /** Whether the rows are hands, best first. */
  ranked: boolean;
  tables: PrintedTable[];
}

export interface Setting {
  name: string;
  default: string;
  allowed: string;
  meaning: string;
  rule: string;
}

export interface FeltSpot {
  spot: string;
  x: number;
  y: number;
  shape: "circle" | "square" | "diamond" | "dotted";
  size: number;
  label: string;
}

export interface FeltBox {
  place: string;
  label: string;
  x: number;
  y: number;
  cards: number;
  first_sideways_with: string;
}

export interface FeltTable {
  bet: string;
  x: number;
  y: number;
  /** Rows that are printed in other words than their names. */
  words: Record<string, string>;
  /** Lines printed below the rows. */
  notes: string[];
}

export interface FeltCircle {
  label: string;
  x: number;
  y: number;
  size: number;
  games: number;
}

export interface Felt {
  seat: {
    spots: FeltSpot[];
    boxes: FeltBox[];
    joins: { from: string; to: string; sign: string }[];
    button: { x: number; y: number } | null;
  };
  table: {
    boxes: FeltBox[];
    paytables: FeltTable[];
    pot: FeltCircle | null;
    dice: FeltCircle | null;
  };
}

export interface Game {
  name: string;
  title: string;
  sentence: string;
  seats: number;
  /** The fewest and the most cards of their own that players decide on. */
  own_cards: [number, number];
  bets: Spot[];
  paytables: Record<string, string[]>;
  printed: Record<string, PayBet>;
  settings: Setting[];
  felt: string;
  layout: Felt;
}

/** What a table posts: its limits by spot, its smallest chip, how it pays. */
export interface Placard {
  limits: Record<string, [number, number]>;
  chip: number;
  breakage: string;
  jurisdiction: string;
  day: string;
  aggregate_payout: number | null;
}

export type PayTableWords = Told["PayTableWords"];

/** The terms that a table was opened with. */
export type Terms = Omit<Told["TableTerms"], "entry" | "automatic" | "placard" | "law"> & { placard: Placard; law?: Law };
/** What the law of a place says about a table. */
export type Law = Told["Law"];

/** What anybody may know of a pot. */
export interface PotView {
  kind: string;
  balance: number;
  rounds: number;
  in: string[];
  wins: string;
  price: number;
  games?: number;
  open?: boolean;
  rake?: number;
  price_to_join?: number;
  price_to_return?: Record<string, number>;
}

export type SeatView = Told["SeatView"];
export type View = Omit<Told["View"], "pot"> & { pot: PotView | null };
export type TableSeen = Omit<Told["TableSeen"], "view"> & { view: View };
/** A table that was just opened, with what it posts. */
export type TableOpened = Told["TableOpened"];
export type TableEvent = Told["Steps"]["steps"][number];
export type Settled = Told["Settled"];
export type Entry = Told["EntrySeen"];
export type Message = Omit<Told["LiveMessage"], "table"> & { table: TableSeen };
export type TableListed = Omit<Told["ListedTable"], "placard" | "pot"> & { placard: Placard; pot: PotView | null };
export type Account = Told["AccountTold"];
export type RoundListed = Told["OwnRound"];
export type Moved = Told["TransferTold"];
export type NewTable = Partial<Told["NewTable"]> & Pick<Told["NewTable"], "game" | "name" | "automatic">;

type Before = Omit<Told["TableState"], "placard" | "pot"> & {
  placard: Placard;
  pot: { kind: string; now: { balance: number; rounds: number; paid: Record<string, number> } } | null;
};
/** A round to verify. */
export type Transcript = Omit<Told["Transcript"], "record"> & {
  record: (Omit<Told["Record"], "before"> & { before: Before }) | null;
};

export interface Advice {
  game: string;
  /** The expected net result of every choice, as a fraction `p/q`. */
  actions: Record<string, string>;
  best: string[];
}

/** Advice on a decision at a table, with the question it answers. */
export interface TableAdvice extends Advice {
  cards: string;
  board: string;
  variant: string | null;
  stake: string;
}

export interface Analysis {
  unit: string;
  expected_value: string;
  house_edge: number;
  hit_frequency: string;
  standard_deviation: number;
}

export interface Analyzed {
  game: string;
  settings: Record<string, string>;
  paytables: Record<string, string>;
  seconds: number;
  bets: Record<string, Analysis>;
}
