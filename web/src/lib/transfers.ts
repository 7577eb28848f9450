/** What the transfers of somebody's wallet say. */

import type { Transfer } from "./types";

/** What was bought at a table since this person last sat down there; transfers come newest first. */
export function boughtAt(table: number, transfers: readonly Pick<Transfer, "table" | "kind" | "cents">[]): number {
  const here = transfers.filter((one) => one.table === table);
  const left = here.findIndex((one) => one.kind === "left");
  const sitting = left < 0 ? here : here.slice(0, left);
  return sitting.filter((one) => one.kind === "bought-in" || one.kind === "bought-chips").reduce((sum, one) => sum + one.cents, 0);
}
