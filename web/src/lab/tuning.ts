/** A search for paytables: what is asked in words, and the answer line by line. */

import { askRaw } from "../lib/api";
import { NO_LINE, OFFLINE, Refused } from "../lib/retry";
import type { Game, Tuned, TuneProgress, TuneQuestion } from "../lib/types";
import { commandOf, type Design, simplest, termsOf, wordsOf } from "./design";

/** What somebody asks of a search, in the words that were typed. */
export interface TuneWords {
  bet: string;
  edge: string;
  within: string;
  hit: string;
  deviation: string;
  order: boolean;
  /** The one row whose pay is asked for; none where ranges are searched. */
  row: string;
  /** Ranges by row, as `2:1..5:1` or `2:1..5:1/1:2`. */
  ranges: Readonly<Record<string, string>>;
}

export const tuneWords = (game: Game): TuneWords => ({
  bet: Object.keys(game.printed)[0] ?? "",
  edge: "2.5%",
  within: "0.1%",
  hit: "",
  deviation: "",
  order: true,
  row: "",
  ranges: {},
});

/** The question as the house takes it. */
export function tuneQuestion(game: Game, design: Design, words: TuneWords): TuneQuestion {
  const ranges = Object.entries(words.ranges).filter(([row, range]) => range && game.printed[words.bet]?.rows.includes(row));
  const one = words.row !== "";
  return {
    ...termsOf(game, design),
    stake: design.stake.trim() || "1",
    bet: words.bet,
    target_edge: words.edge.trim(),
    within: words.within.trim() || "0%",
    hit_frequency: one ? "" : words.hit.trim(),
    standard_deviation: one ? "" : words.deviation.trim(),
    keep_order: !one && words.order,
    rows: one ? [words.row] : ranges.map(([row, range]) => `${row}=${range}`),
  };
}

/** The same search from the command line. */
export function tuneCommand(game: Game, design: Design, question: TuneQuestion): string {
  const { bet, target_edge, within, rows = [], keep_order, hit_frequency, standard_deviation } = question;
  const words = [commandOf(game, design).replace("analyze", "tune"), `--bet ${bet}`, `--target-edge ${target_edge}`, `--within ${within}`, ...rows.map((row) => `--row ${row}`)];
  if (hit_frequency) words.push(`--hit-frequency ${hit_frequency}`);
  if (standard_deviation) words.push(`--standard-deviation ${standard_deviation}`);
  if (keep_order) words.push("--keep-order");
  return words.join(" ");
}

/** Search, and tell how far it has come. */
export async function search(body: TuneQuestion, signal: AbortSignal, told: (progress: TuneProgress) => void): Promise<Tuned> {
  const response = await askRaw("/api/tune", body, "application/x-ndjson", signal);
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let unread = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) throw new Refused(NO_LINE, OFFLINE);
    const lines = (unread + value).split("\n");
    unread = lines.pop()!;
    for (const line of lines) {
      const progress = JSON.parse(line) as TuneProgress;
      if (progress.detail) throw new Refused(409, progress.detail);
      if (progress.tuned) return progress.tuned;
      told(progress);
    }
  }
}

/** The two ends and the step of a range as it is written. */
export function rangeParts(words: string): { least: string; most: string; step: string } {
  const [span = "", step = ""] = words.split("/", 2);
  const [least = "", most = ""] = span.split("..", 2);
  return { least, most, step };
}

/** A range in words; one end alone is a row that pays just that. */
export function rangeWords({ least, most, step }: { least: string; most: string; step: string }): string {
  const [low, high, by] = [least, most, step].map((words) => words.trim()) as [string, string, string];
  if (!low && !high) return "";
  return `${low || high}..${high || low}${by ? `/${by}` : ""}`;
}

/** How many tables the ranges have; null where that cannot be told from the words. */
export function tablesOf(ranges: readonly string[]): number | null {
  let tables = 1;
  for (const range of ranges) {
    const { least, most, step } = rangeParts(range);
    const [low, high, by] = [numberOf(least), numberOf(most), step ? numberOf(step) : 1];
    if (low === null || high === null || !by || high < low) return null;
    tables *= Math.floor((high - low) / by + 1e-9) + 1;
  }
  return tables;
}

function numberOf(words: string): number | null {
  const said = simplest(words.replace(/^\$/, "").replace(/,/g, ""));
  if (said === "push") return 0;
  const [, pays, per] = /^(\d+(?:\.\d+)?)(?::(\d+))?$/.exec(said) ?? [];
  return pays === undefined ? null : Number(pays) / Number(per ?? 1);
}

/** What a found table pays otherwise than a design does. */
export function changesOf(game: Game, design: Design, bet: string, found: Design): { row: string; before: string; after: string }[] {
  return game.printed[bet]!.rows.map((row) => ({ row, before: simplest(wordsOf(game, design, bet, row)), after: simplest(wordsOf(game, found, bet, row)) })).filter(
    ({ before, after }) => before !== after,
  );
}
