/** The terms of a table as the mathematicians take them. */

import type { CustomTable, Terms } from "./types";

export interface Options {
  settings: Record<string, string>;
  custom: CustomTable[];
}

export function asOptions(terms: Terms): Options {
  return { settings: terms.settings, custom: customTables(terms.paytables) };
}

/** Paytables as they are asked about: flat prizes in dollars. */
export function customTables(paytables: Terms["paytables"]): CustomTable[] {
  return paytables.map((table) => ({
    bet: table.bet,
    name: table.name,
    pays: table.pays,
    fixed: Object.fromEntries(Object.entries(table.fixed).map(([row, cents]) => [row, cents / 100])),
  }));
}
