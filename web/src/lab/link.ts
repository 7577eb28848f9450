/** A design as part of an address, so that a table can be shown to somebody else by sending a link. */

import { decoded } from "../lib/router.svelte";
import type { Game } from "../lib/types";
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

/** Put the designs into the address without going anywhere. */
export function writeAddress(game: Game, designs: readonly Design[]): void {
  const parts = designs.map((design) => encodeURIComponent(written(game, design)).replace(/%(3D|26|3A|2C|40|24)/g, (found) => decodeURIComponent(found)));
  const all = parts.length === 1 && parts[0] === AS_PRINTED ? [] : parts;
  history.replaceState(history.state, "", `#/${["lab", game.name, ...all].join("/")}`);
}
