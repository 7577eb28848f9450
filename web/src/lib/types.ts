/** What the house tells about games and tables. */

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
    paytables: { bet: string; x: number; y: number }[];
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

export interface Placard {
  limits: Record<string, [number, number]>;
  chip: number;
  breakage: string;
  jurisdiction: string;
  day: string;
  aggregate_payout: number | null;
}

export interface PayTableWords {
  bet: string;
  name: string;
  pays: Record<string, string>;
  /** Flat prizes in cents. */
  fixed: Record<string, number>;
}

/** The terms that a table was opened with. */
export interface Terms {
  name: string;
  game: string;
  settings: Record<string, string>;
  paytables: PayTableWords[];
  placard: Placard;
  clock_seconds: number;
}

export interface SeatView {
  number: number;
  player: string;
  stack: number;
  bets: Record<string, number>;
  places: Record<string, string[]>;
  folded: boolean;
}

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

export interface View {
  game: string;
  seat: number;
  round: number;
  seats: SeatView[];
  places: Record<string, string[]>;
  named: Record<string, string>;
  button: number;
  pot: PotView | null;
  waiting: number[];
  legal: string[];
  amounts: string[];
  betting: boolean;
  finished: boolean;
}

export interface TableSeen {
  id: number;
  sequence: number;
  name: string;
  view: View;
  paused: string;
  clock_seconds: number;
  asked_at?: number | null;
  next_round: number;
  commitments: { deck: string; shoe: string } | null;
}

export type TableEvent =
  | { event: "step"; rule: string; sentence: string }
  | { event: "bet"; seat: number; spot: string; cents: number }
  | { event: "dealt"; seat: number | null; place: string; cards: string[] }
  | { event: "turned-up"; seat: number | null; place: string; cards: string[] }
  | { event: "moved"; seat: number | null; place: string; to: string; cards: string[] }
  | { event: "cleared"; seat: number | null; place: string; count: number }
  | { event: "decided"; seat: number; action: string }
  | { event: "shuffled"; cards: number }
  | { event: "rolled"; first: number; second: number }
  | Settled
  | { event: "pot-gathered"; wagers: Record<string, number>; from_house: number; to_house: number; balance: number }
  | { event: "pot-awarded"; won: boolean; shares: Record<string, number>; to_house: number; to_dealer: number; balance: number }
  | { event: "named"; what: string; value: string; seat?: number | null };

export interface Settled {
  event: "settled";
  seat: number;
  spot: string;
  result: "win" | "push" | "lose";
  stake: number;
  won: number;
  pays: string;
  why: string;
}

export interface Entry {
  sequence: number;
  round: number;
  entry: string;
  events: TableEvent[];
  seat?: number;
  player?: string;
  cents?: number;
  by?: string;
  reason?: string;
}

export interface Message {
  sequence: number;
  entries: Entry[];
  table: TableSeen;
}

export interface TableListed {
  id: number;
  name: string;
  game: string;
  paytables: Record<string, string>;
  settings: Record<string, string>;
  placard: Placard;
  seats: number;
  players: Record<string, string>;
  automatic: number[];
  round: number;
  playing: boolean;
  paused: string;
  pot: PotView | null;
}

export interface Account {
  id: number;
  name: string;
  role: "player" | "dealer" | "supervisor" | "auditor";
  guest: boolean;
}

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

export interface RoundListed {
  table: number;
  round: number;
  seat: number;
  net: number;
  time: number;
  name: string;
  game: string;
}

export interface Transcript {
  table: number;
  round: number;
  outcome: string;
  deck_commitment: string;
  shoe_commitment: string;
  deck_seed: string;
  shoe_seed: string | null;
  client_seeds: Record<string, string>;
  record: {
    before: {
      game: string;
      settings: Record<string, string>;
      paytables: PayTableWords[];
      placard: Placard;
      seats: { number: number; player: string; stack: number }[];
      button: number;
      pot: { kind: string; now: { balance: number; rounds: number; paid: Record<string, number> } } | null;
    };
    seed: string;
    shoe: string[];
  } | null;
}
