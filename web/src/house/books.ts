/** What the house's books and log say, in words. */

import type { components } from "../lib/api-types";
import { dollars, momentWords, plain } from "../lib/words";

type Told = components["schemas"];

export type HouseTable = Told["HouseTable"];
export type HouseSeen = Told["HouseSeen"];
export type PitDay = Told["PitDay"];
export type PitFigures = Told["PitFigures"];
export type PitPlayers = Told["PitPlayers"];
export type Alarm = Told["Alarm"];
export type ProposalTold = Told["ProposalTold"];
export type LogLine = Told["LogLine"];
export type HouseLogLine = Told["HouseLogLine"];
export type RoundTold = Told["RoundTold"];

/** How a round ended, as people say it. */
export const OUTCOMES: Record<string, string> = { settled: "settled", released: "called off" };

/** A book of the ledger in words: `stack:3:1` is "seat 1 of table 3". */
export function bookWords(book: string): string {
  const [kind, first, second] = book.split(":");
  switch (kind) {
    case "wallet":
      return `wallet of account ${first}`;
    case "stack":
      return `seat ${second} of table ${first}`;
    case "bets":
      return `bets at table ${first}`;
    case "pot":
      return `pot of table ${first}`;
    case "house":
      return `house at table ${first}`;
    case "dealer":
      return `dealers of table ${first}`;
    default:
      return kind === "mint" ? "play money" : book;
  }
}

/** The day of a moment, as a calendar field writes it. */
export function dayOf(microseconds: number): string {
  const moment = new Date(microseconds / 1000);
  return `${moment.getFullYear()}-${String(moment.getMonth() + 1).padStart(2, "0")}-${String(moment.getDate()).padStart(2, "0")}`;
}

const midnight = (day: string, later = 0): string => {
  const moment = new Date(`${day}T00:00`);
  moment.setDate(moment.getDate() + later);
  return moment.toISOString();
};

/** How the house is asked for some days only, from one to another, as the calendar of this place has them. */
export const withinDays = (from: string, to: string): { since?: string; until?: string } => ({
  ...(from ? { since: midnight(from) } : {}),
  ...(to ? { until: midnight(to, 1) } : {}),
});

const cell = (value: unknown): string => {
  const given = value === null || value === undefined ? "" : String(value);
  // Words that a spreadsheet would take for a formula are marked as words.
  const words = typeof value === "string" && /^[=+\-@\t\r]/.test(given) ? `'${given}` : given;
  return /[",\r\n]/.test(words) ? `"${words.replaceAll('"', '""')}"` : words;
};

/** Rows as a file that a spreadsheet opens, the same columns as the house itself writes. */
export function csvOf<T extends object>(rows: readonly T[], columns: readonly (keyof T & string)[]): string {
  return [columns.join(","), ...rows.map((row) => columns.map((column) => cell(row[column])).join(","))].join("\r\n") + "\r\n";
}

type Facts = Record<string, unknown>;

export function readFacts(words: string): Facts {
  try {
    return JSON.parse(words) as Facts;
  } catch {
    return {};
  }
}

const money = (cents: unknown): string => dollars(Number(cents));
const seats = (count: number): string => `${count} ${count === 1 ? "seat" : "seats"}`;

/** An entry of a table's log in a sentence. */
export function entryWords(facts: Facts): string {
  const { seat, player, account, cents, reason, round, answer, by } = facts;
  switch (facts.entry) {
    case "opened":
      return `The table is opened: ${String(facts.name)}, ${plain(String(facts.game))}`;
    case "sat":
      return `${String(player)} takes seat ${String(seat)} with ${money(cents)}${account === null ? ", played automatically" : `, account ${String(account)}`}`;
    case "bought":
      return `Seat ${String(seat)} buys chips for ${money(cents)}`;
    case "left":
      return `Seat ${String(seat)} leaves with ${money(cents)}`;
    case "leaving":
      return `Seat ${String(seat)} leaves when the round is settled`;
    case "back":
      return `Seat ${String(seat)} is back`;
    case "words-fixed":
      return `All bets are down; commitments to words by ${seats(Object.keys((facts.commitments ?? {}) as object).length)} are fixed`;
    case "revealed":
      return `Seat ${String(seat)} reveals its word`;
    case "withheld":
      return `The round is called off: words are missing of seats ${(facts.seats as number[]).join(", ")}; all bets go back`;
    case "seeds-redrawn":
      return `Seeds are drawn anew under epoch ${String(facts.epoch)}`;
    case "round-opened":
      return `Round ${String(round)} is opened under committed seeds`;
    case "answered":
      return `Seat ${String(seat)}: ${String(answer)}${by === "player" ? "" : ` (${String(by)})`}`;
    case "voided":
      return `Round ${String(round)} is called off: ${String(reason)}`;
    case "paused":
      return `The table is paused: ${String(reason)}`;
    case "resumed":
      return "The table deals again";
    case "pot-collected":
      return `The house takes the pot that everybody has left: ${money(cents)}`;
    case "closed":
      return `The table is closed: ${String(reason)}`;
    case "corrected":
      return `Round ${String(round)} is corrected: ${Number(cents) > 0 ? `${money(cents)} to` : `${money(-Number(cents))} from`} account ${String(account)}: ${String(reason)}`;
    default:
      return plain(String(facts.entry ?? ""));
  }
}

/** A line of the house's own log in a sentence. */
export function houseWords(line: HouseLogLine): string {
  const facts = readFacts(line.facts);
  return `${plain(line.what)}: ${Object.entries(facts)
    .map(([name, value]) => `${name.replace(/_/g, " ")} ${String(value)}`)
    .join(", ")}`;
}

export const timeWords = (microseconds: number): string => {
  const moment = new Date(microseconds / 1000);
  return dayOf(microseconds) === dayOf(Date.now() * 1000) ? moment.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", second: "2-digit" }) : momentWords(microseconds);
};
