/** A design as part of an address, so that a table can be shown to somebody else by sending a link. */

import { decoded } from "../lib/router.svelte";
import type { Game } from "../lib/types";
import { MOST_TABLES, newStudio, ROOMS, type Room, type Studio } from "./studio";
import { type Design, isChangedTable, printedDesign, setTo, startFrom, typeRow } from "./design";

const AS_PRINTED = "printed";
const STAKE = "stake";

const code = (words: string): string => encodeURIComponent(words).replace(/%3A/g, ":").replace(/%2C/g, ",").replace(/%24/g, "$");

/** Only what differs from the printed table: `play=OTD-02&play.flush=5:1&@decks=4`. */
export function written(game: Game, design: Design): string {
  const said: string[] = [];
  for (const [bet, { tables }] of Object.entries(game.printed)) {
    if (design.start[bet] !== tables[0]!.name) said.push(`${code(bet)}=${code(design.start[bet]!)}`);
    if (isChangedTable(design, bet))
      for (const [row, words] of Object.entries(design.typed[bet]!)) said.push(`${code(bet)}.${code(row)}=${code(words)}`);
  }
  for (const [name, value] of Object.entries(design.settings)) said.push(`@${code(name)}=${code(value)}`);
  if (design.stake !== printedDesign(game).stake) said.push(`${STAKE}=${code(design.stake)}`);
  return said.join("&") || AS_PRINTED;
}

/** The design that was written; what the game does not know is left out. */
export function read(game: Game, words: string): Design {
  let design = printedDesign(game);
  const said = words.split("&").map((pair) => pair.split("=").map(decoded) as [string, string | undefined]);
  for (const [name, value] of said) {
    const table = game.printed[name]?.tables.find((one) => one.name === value);
    if (table) design = startFrom(design, name, table.name);
  }
  for (const [name, value] of said) {
    if (value === undefined) continue;
    const dot = name.lastIndexOf(".");
    const [bet, row] = [name.slice(0, dot), name.slice(dot + 1)];
    if (name === STAKE) design = { ...design, stake: value };
    else if (name.startsWith("@") && game.settings.some((setting) => setting.name === name.slice(1)))
      design = setTo(game, design, name.slice(1), value);
    else if (game.printed[bet]?.rows.includes(row)) design = typeRow(game, design, bet, row, value.slice(0, 40));
  }
  return design;
}

/** How the part of an address begins that says what is open beside the tables. */
const BESIDE = "~";
const RANGE = "tune.row.";

/** What is open beside the tables, as far as it is not what one finds at first: `~room=tune&tune.edge=3%25`. */
export function writtenStudio(game: Game, studio: Studio): string {
  const said = pairsOf(studio);
  const usual = new Map(pairsOf(newStudio(game)));
  const changed = said.filter(([name, value]) => (usual.get(name) ?? "") !== value);
  return changed.length ? BESIDE + changed.map(([name, value]) => `${code(name)}=${code(value)}`).join("&") : "";
}

function pairsOf({ room, bet, active, tune, sessions }: Studio): [string, string][] {
  const { order, ranges, ...words } = tune;
  return [
    ["room", room],
    ["bet", bet],
    ["table", String(active + 1)],
    ...Object.entries({ ...words, order: order ? "kept" : "free" }).map(([name, value]) => [`tune.${name}`, value] as [string, string]),
    ...Object.entries(ranges).map(([row, range]) => [RANGE + row, range] as [string, string]),
    ...Object.entries(sessions).map(([name, value]) => [`sessions.${name}`, value as string] as [string, string]),
  ];
}

/** What was written; what the lab does not know is left out. */
export function readStudio(game: Game, words: string): Studio {
  const studio = newStudio(game);
  const said = new Map(words.replace(BESIDE, "").split("&").map((pair) => pair.split("=", 2).map(decoded) as [string, string]));
  const of = (name: string, usual: string): string => (said.get(name) ?? usual).slice(0, 40);
  const room = of("room", studio.room);
  const { order, ranges: _, ...tune } = studio.tune;
  const chosen = typed("tune", tune, of);
  if (!game.printed[chosen.bet]) chosen.bet = studio.tune.bet;
  const rows = game.printed[chosen.bet]?.rows ?? [];
  if (!rows.includes(chosen.row)) chosen.row = "";
  return {
    room: room in ROOMS ? (room as Room) : studio.room,
    bet: of("bet", ""),
    active: Math.min(Math.max(Math.trunc(Number(of("table", "1"))) || 1, 1), MOST_TABLES) - 1,
    tune: {
      ...chosen,
      order: of("tune.order", order ? "kept" : "free") === "kept",
      ranges: Object.fromEntries(rows.filter((row) => said.get(RANGE + row)).map((row) => [row, of(RANGE + row, "")])),
    },
    sessions: typed("sessions", studio.sessions, of),
  };
}

function typed<T extends object>(group: string, usual: T, of: (name: string, usual: string) => string): T {
  return Object.fromEntries(Object.entries(usual).map(([name, value]) => [name, of(`${group}.${name}`, value as string)])) as T;
}

/** The tables and what is open beside them, from the parts of an address after the game. */
export function readParts(game: Game, parts: readonly string[]): { designs: Design[]; studio: Studio } {
  const tables = parts.filter((part) => !part.startsWith(BESIDE)).slice(0, MOST_TABLES);
  const designs = (tables.length ? tables : [""]).map((words) => read(game, words));
  const studio = readStudio(game, parts.find((part) => part.startsWith(BESIDE)) ?? "");
  return { designs, studio: { ...studio, active: Math.min(studio.active, designs.length - 1) } };
}

/** The address of the tables and of what is open beside them. */
export function addressOf(game: Game, designs: readonly Design[], studio: Studio): string {
  const beside = writtenStudio(game, studio);
  const tables = designs.map((design) => written(game, design));
  const said = [...(tables.length === 1 && tables[0] === AS_PRINTED ? [] : tables), ...(beside ? [beside] : [])];
  const parts = said.map((part) => encodeURIComponent(part).replace(/%(3D|26|3A|2C|40|24)/g, (found) => decodeURIComponent(found)));
  return `#/${["lab", game.name, ...parts].join("/")}`;
}

/** Put them into the address without going anywhere. */
export function writeAddress(game: Game, designs: readonly Design[], studio: Studio): void {
  history.replaceState(history.state, "", addressOf(game, designs, studio));
}
