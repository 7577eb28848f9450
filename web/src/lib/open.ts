/** Opening tables: a game at once with company, or one's own terms. */

import { command } from "./api";
import { house } from "./house.svelte";
import { go } from "./router.svelte";
import type { Game, NewTable } from "./types";
import { dollars, plain } from "./words";

export const BUY_IN = 20_000;

/** Seats for company around one's own, which is in the middle. */
export function seating(game: Game, company: number): { own: number; automatic: number[] } {
  const own = Math.ceil(game.seats / 2);
  const others = Array.from({ length: game.seats }, (_, place) => place + 1)
    .filter((seat) => seat !== own)
    .sort((one, other) => Math.abs(one - own) - Math.abs(other - own) || one - other);
  return { own, automatic: others.slice(0, company).sort((one, other) => one - other) };
}

/** Open a table and sit down at it. */
export async function openAndSit(table: NewTable, seat: number): Promise<void> {
  const buyIn = Math.min(BUY_IN, house.wallet ?? 0);
  if (buyIn < 100) {
    house.say("Your wallet is empty; refill it first.");
    return;
  }
  const opened = await command("/api/tables", { body: table });
  await command("/api/tables/{table}/seat", { path: { table: opened.id }, body: { seat, buy_in: buyIn } });
  go("table", opened.id);
  await house.look();
  if (table.private) house.say("This table is private: the link for others is in the table menu.");
  const most = (spot: string): number => opened.limits[spot]?.[1] ?? 0;
  const cut = Object.entries(table.limits ?? {}).filter(([spot, [, asked = 0]]) => most(spot) < asked);
  if (cut.length) house.say(`The law of ${opened.law.place} allows less than was asked for: ${cut.map(([spot]) => `${plain(spot)} takes at most ${dollars(most(spot))}`).join(", ")}.`);
}

/** Play a game at once: a new table with its usual terms and a little company. */
export async function playNow(game: Game, company = 2): Promise<void> {
  const { own, automatic } = seating(game, company);
  await openAndSit({ game: game.name, name: `${house.account?.name ?? "Guest"}'s table`.slice(0, 60), automatic }, own);
}
