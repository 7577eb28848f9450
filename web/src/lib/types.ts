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

/** The terms that a table was opened with. */
export type Terms = Omit<Told["TableTerms"], "entry" | "automatic" | "chips_from" | "release" | "placard" | "law"> & { placard: Placard; law?: Law };
/** What the law of a place says about a table. */
export type Law = Told["Law"];

/** A game taught to a newcomer, and a hand of it. */
export type Lesson = Told["Lesson"];
export type GuidedHand = Told["GuidedHand"];

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

export type View = Omit<Told["View"], "pot"> & { pot: PotView | null };
export type TableSeen = Omit<Told["TableSeen"], "view"> & { view: View };
export type TableEvent = Told["Steps"]["steps"][number];
export type Settled = Told["Settled"];
export type Entry = Told["EntrySeen"];
export type Message = Omit<Told["LiveMessage"], "table"> & { table: TableSeen };
export type TableListed = Omit<Told["ListedTable"], "placard" | "pot"> & { placard: Placard; pot: PotView | null };
export type Account = Told["AccountTold"];
export type LearnedItem = Omit<Told["LearnedItem"], "body"> & { body: Record<string, unknown> };
export type SessionTold = Told["SessionTold"];
export type RoundListed = Told["OwnRound"];
export type Transfer = Told["TransferTold"];
export type NewTable = Told["NewTable"];
/** A paytable of one's own, as the house takes it. */
export type CustomTable = Required<Told["CustomPaytable"]>;

type Before = Omit<Told["TableState"], "placard" | "pot"> & {
  placard: Placard;
  pot: { kind: string; now: { balance: number; rounds: number; paid: Record<string, number> } } | null;
};
/** A round to verify. */
export type Transcript = Omit<Told["Transcript"], "record"> & {
  record: (Omit<Told["Record"], "before"> & { before: Before }) | null;
};

/** The expected net result of every choice, as a fraction `p/q`. */
export type Advice = Told["Advised"];
/** Advice on a decision at a table, with the question it answers. */
export type TableAdvice = Told["TableAdvised"];
/** A decision to practise. */
export type DealtDecision = Told["DealtDecision"];

/** The exact figures of a bet. */
export type Analysis = Told["BetAnalyzed"];
/** What sampled rounds say of a bet that could not be solved exactly. */
export type Estimate = Told["BetEstimated"];
export type Bet = Analysis | Estimate;
/** What a play that a person can remember comes to. */
export type ShortStrategy = Analysis & { cost: string; cost_per_unit: number; rules: { sentence: string; action: string }[] };
export type Analyzed = Omit<Told["Analyzed"], "strategies"> & { strategies?: Record<string, Record<string, ShortStrategy>> };

/** A search for paytables as it is told. */
export type Tuned = Told["Tuned"];
export type TuneProgress = Told["TuneProgress"];
export type TuneQuestion = Told["TuneQuestion"];
export type RowsCosted = Told["RowsCosted"];
export type Sessions = Told["SessionsCurved"];
export type Exposed = Told["Exposed"];
export type ExposureQuestion = Told["ExposureQuestion"];
export type PaperQuestion = Told["PaperQuestion"];

/** A published figure beside the exact one, and the readings of it that were tried. */
export type Finding = Told["FigureAudited"] & {
  rounded: string | null;
  difference_as_printed: string | null;
  tried: { reading: string; exact: string; rounded: string; verdict: string }[];
  note: string;
  standard_errors_away?: number;
};

/** The answers that the API's description leaves open in places, as they are. */
export interface Filled {
  "get /api/games": { games: Game[] };
  "get /api/tables": { tables: TableListed[]; found: number };
  "get /api/me/learned": { items: LearnedItem[] };
  "get /api/tables/{table}/terms": Terms;
  "get /api/tables/{table}/rounds/{number}": Transcript;
  "get /api/audit/{game}": Omit<Told["Audited"], "figures"> & { figures: Finding[] };
  "post /api/analyze": Analyzed;
}
