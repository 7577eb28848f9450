/** A table under design: the printed paytables it starts from, and what was typed over them. */

import { commonDivisor } from "../lib/fractions";
import type { CustomTable, Game, NewTable, PrintedTable } from "../lib/types";

export interface Design {
  readonly game: string;
  /** The printed paytable that each bet starts from. */
  readonly start: Readonly<Record<string, string>>;
  /** What was typed over a row, by bet and row; an empty word loses. */
  readonly typed: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The settings that were changed. */
  readonly settings: Readonly<Record<string, string>>;
  /** Dollars, for prizes that do not depend on the bet. */
  readonly stake: string;
}

const USUAL_STAKE = "1";

export function printedDesign(game: Game): Design {
  const start = Object.fromEntries(Object.entries(game.printed).map(([bet, { tables }]) => [bet, tables[0]!.name]));
  return { game: game.name, start, typed: {}, settings: {}, stake: USUAL_STAKE };
}

export function startTable(game: Game, design: Design, bet: string): PrintedTable {
  const { tables } = game.printed[bet]!;
  return tables.find((table) => table.name === design.start[bet]) ?? tables[0]!;
}

/** What a printed row pays, as one would type it. */
export function printedWords(table: PrintedTable, row: string): string {
  const cents = table.fixed_cents[row];
  if (cents !== undefined) return `$${cents / 100}`;
  return simplest(table.pays[row] ?? "");
}

export const wordsOf = (game: Game, design: Design, bet: string, row: string): string =>
  design.typed[bet]?.[row] ?? printedWords(startTable(game, design, bet), row);

const ODDS = /^(\d+)\s*(?::|-|to)\s*(\d+)$/;
const DOLLARS = /^\$\s*(\d[\d,]*(?:\.\d+)?|\.\d+)$/;

/** The same pay in its shortest words: `2 to 2` is `1:1`, `0:1` is `push`; what is no pay stays as it is. */
export function simplest(words: string): string {
  const said = words.trim().toLowerCase();
  if (said === "even") return "1:1";
  const dollars = dollarsIn(said);
  if (dollars !== null) return `$${dollars}`;
  const odds = ODDS.exec(said);
  if (!odds || BigInt(odds[2]!) === 0n) return said;
  const [pays, per] = [BigInt(odds[1]!), BigInt(odds[2]!)];
  if (pays === 0n) return "push";
  const shared = commonDivisor(pays, per);
  return `${pays / shared}:${per / shared}`;
}

/** The dollars of a flat prize such as `$1,000`; null where the words are something else. */
export function dollarsIn(words: string): number | null {
  const found = DOLLARS.exec(words.trim());
  return found ? Number(found[1]!.replace(/,/g, "")) : null;
}

const UNFINISHED = /^(\d+\s*(:|-|t|to)?\s*|\$[\d,]*\.?|p|pu|pus|e|ev|eve)$/;

/** Whether somebody seems to be in the middle of typing a row. */
export const isUnfinished = (design: Design): boolean =>
  Object.values(design.typed).some((rows) => Object.values(rows).some((words) => UNFINISHED.test(words.trim().toLowerCase()) && dollarsIn(words) === null));

/** Whether something else is typed over a row than what is printed there. */
export const isTyped = (design: Design, bet: string, row: string): boolean => design.typed[bet]?.[row] !== undefined;

export const isChangedTable = (design: Design, bet: string): boolean => Object.keys(design.typed[bet] ?? {}).length > 0;

export const isPrinted = (design: Design): boolean =>
  !Object.keys(design.settings).length && !Object.keys(design.typed).some((bet) => isChangedTable(design, bet));

/** The design with words typed over a row; words that pay what is printed are the printed ones. */
export function typeRow(game: Game, design: Design, bet: string, row: string, words: string): Design {
  const printed = printedWords(startTable(game, design, bet), row);
  const { [row]: _, ...others } = design.typed[bet] ?? {};
  const typed = words === printed ? others : { ...others, [row]: words };
  return { ...design, typed: { ...design.typed, [bet]: typed } };
}

/** The design with another table of a bet, as the house tells it. */
export function withTable(game: Game, design: Design, bet: string, { pays, fixed }: { pays: Record<string, string>; fixed?: Record<string, number> }): Design {
  const words = (row: string): string => (fixed?.[row] !== undefined ? `$${fixed[row]}` : simplest(pays[row] ?? ""));
  return game.printed[bet]!.rows.reduce((changed, row) => typeRow(game, changed, bet, row, words(row)), design);
}

/** The design with a bet's paytable as it is printed. */
export function startFrom(design: Design, bet: string, name: string): Design {
  const { [bet]: _, ...typed } = design.typed;
  return { ...design, start: { ...design.start, [bet]: name }, typed };
}

export function setTo(game: Game, design: Design, name: string, value: string): Design {
  const { [name]: _, ...others } = design.settings;
  const usual = game.settings.find((setting) => setting.name === name)?.default;
  return { ...design, settings: value === usual ? others : { ...others, [name]: value } };
}

/** The printed tables that a design started from, with the usual settings. */
export const asPrinted = (design: Design): Design => ({ ...design, typed: {}, settings: {} });

export const tableName = (design: Design, bet: string): string =>
  isChangedTable(design, bet) ? `${design.start[bet]}-changed`.slice(0, 40) : design.start[bet]!;

/** A bet's paytable, row by row, as the house takes it. */
export function customTable(game: Game, design: Design, bet: string): CustomTable {
  const table: CustomTable = { bet, name: tableName(design, bet), pays: {}, fixed: {} };
  for (const row of game.printed[bet]!.rows) {
    const words = wordsOf(game, design, bet, row).trim();
    const dollars = dollarsIn(words);
    if (dollars !== null) table.fixed[row] = dollars;
    else if (words) table.pays[row] = words;
  }
  return table;
}

/** What the house is asked about a design. */
export function termsOf(game: Game, design: Design): Pick<NewTable, "game" | "settings" | "paytables" | "custom"> {
  const bets = Object.keys(game.printed);
  const changed = bets.filter((bet) => isChangedTable(design, bet));
  const kept = bets.filter((bet) => !changed.includes(bet));
  return {
    game: game.name,
    settings: { ...design.settings },
    paytables: Object.fromEntries(kept.map((bet) => [bet, design.start[bet]!])),
    custom: changed.map((bet) => customTable(game, design, bet)),
  };
}

/** Whether some prize is a flat amount, so that the size of the bet matters. */
export const hasPrizes = (game: Game, design: Design): boolean =>
  Object.keys(game.printed).some((bet) => Object.keys(customTable(game, design, bet).fixed).length > 0);

/** Rows that pay less than the row below them, where rows are hands in order, each with a sentence. */
export function oddRows(game: Game, design: Design, bet: string): Record<string, string> {
  const { rows, ranked } = game.printed[bet]!;
  const odd: Record<string, string> = {};
  if (!ranked) return odd;
  for (const [place, row] of rows.entries()) {
    const next = rows[place + 1];
    if (next === undefined || !(isTyped(design, bet, row) || isTyped(design, bet, next))) continue;
    const [better, worse] = [worth(wordsOf(game, design, bet, row)), worth(wordsOf(game, design, bet, next))];
    if (better !== null && worse !== null && better < worse) odd[row] = `pays less than ${next.replace(/-/g, " ")}`;
  }
  return odd;
}

/** What a row nets to one; null where that depends on the bet or cannot be read. */
function worth(words: string): number | null {
  const said = simplest(words);
  if (said === "") return -1;
  if (said === "push") return 0;
  const odds = ODDS.exec(said);
  return odds ? Number(odds[1]) / Number(odds[2]) : null;
}

/** Where in a design the house found fault, by what its sentence names. */
export function faultAt(game: Game, design: Design, sentence: string): { bet: string; row: string } | { setting: string } | "stake" | null {
  for (const bet of Object.keys(design.typed))
    for (const [row, words] of Object.entries(design.typed[bet]!))
      if (sentence.includes(quoted(words.trim())) || names(sentence, row)) return { bet, row };
  for (const { name } of game.settings) if (design.settings[name] !== undefined && names(sentence, name)) return { setting: name };
  return hasPrizes(game, design) && (names(sentence, "stake") || sentence.includes(quoted(design.stake.trim()))) ? "stake" : null;
}

/** A refusal as it reads beside what it is about: without saying again which row of which table that is. */
export function besideIt(sentence: string, at: ReturnType<typeof faultAt>): string {
  const row = at && at !== "stake" && "row" in at ? at.row : null;
  return row && sentence.startsWith(`${row} of `) ? sentence.slice(sentence.indexOf(": ") + 2) : sentence;
}

/** Words as the house quotes them. */
const quoted = (words: string): string => (words.includes("'") && !words.includes('"') ? `"${words}"` : `'${words}'`);

const names = (sentence: string, name: string): boolean =>
  new RegExp(`(^|[^\\w-])${name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}($|[^\\w-])`).test(sentence);

/** A paytable file as `croupier analyze --paytable-file` reads it. */
export function tomlOf(game: Game, design: Design, bet: string): string {
  const { name, pays, fixed } = customTable(game, design, bet);
  const lines = [`bet = ${JSON.stringify(bet)}`, `name = ${JSON.stringify(name)}`, "", "[pays]"];
  for (const [row, words] of Object.entries(pays)) lines.push(`${row} = ${JSON.stringify(simplest(words))}`);
  if (Object.keys(fixed).length) lines.push("", "[fixed]");
  for (const [row, dollars] of Object.entries(fixed)) lines.push(`${row} = ${dollars}`);
  return `${lines.join("\n")}\n`;
}

/** The name of a paytable's file. */
export const fileOf = (design: Design, bet: string): string =>
  `${design.game}-${bet.replace(/\//g, "-")}-${tableName(design, bet)}.toml`.toLowerCase();

/** The command that asks for the same numbers. */
export function commandOf(game: Game, design: Design): string {
  const words = ["croupier analyze", game.name];
  for (const [bet, { tables }] of Object.entries(game.printed)) {
    if (isChangedTable(design, bet)) words.push(`--paytable-file ${fileOf(design, bet)}`);
    else if (design.start[bet] !== tables[0]!.name) words.push(`--paytable ${bet}=${design.start[bet]}`);
  }
  for (const [name, value] of Object.entries(design.settings)) words.push(`--set ${name}=${value}`);
  if (design.stake !== USUAL_STAKE && hasPrizes(game, design)) words.push(`--stake ${design.stake}`);
  return words.join(" ");
}
