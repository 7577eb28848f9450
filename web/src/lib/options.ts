/** The terms of a table as the mathematicians take them. */

import type { CustomTable, Terms } from "./types";

export interface Options {
  settings: Record<string, string>;
  custom: CustomTable[];
}

export function asOptions(terms: Terms): Options {
  return {
    settings: terms.settings,
    custom: terms.paytables.map((table) => ({
      bet: table.bet,
      name: table.name,
      pays: table.pays,
      fixed: Object.fromEntries(Object.entries(table.fixed).map(([row, cents]) => [row, cents / 100])),
    })),
  };
}
