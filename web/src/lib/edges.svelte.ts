/** What the house keeps at each open table, by the terms of that table. */

import { ask } from "./api";
import { customTables } from "./options";
import type { Analyzed, Bet, TableListed } from "./types";

class Edges {
  /** The main bet of each table, by the table's number. */
  found = $state.raw<Record<number, Bet>>({});
  #asking = false;
  #solved = new Map<string, Analyzed>();

  /** Ask for the tables that are not known yet, one after the other; what fails is asked for the next time. */
  async ask(tables: readonly TableListed[]): Promise<void> {
    if (this.#asking) return;
    this.#asking = true;
    try {
      for (const table of tables) {
        if (this.found[table.id]) continue;
        const [main] = Object.values((await this.#solve(table)).bets);
        if (main) this.found = { ...this.found, [table.id]: main };
      }
    } catch {
      // The list shows that the number is still to come.
    } finally {
      this.#asking = false;
    }
  }

  /** Tables with the same terms have the same numbers. */
  async #solve(table: TableListed): Promise<Analyzed> {
    const own = table.custom.map((one) => one.bet);
    const printed = Object.entries(table.paytables).filter(([bet]) => !own.includes(bet));
    const question = { game: table.game, settings: table.settings, paytables: Object.fromEntries(printed), custom: customTables(table.custom) };
    const key = JSON.stringify(question);
    const solved = this.#solved.get(key) ?? (await ask("/api/analyze", { body: question }));
    this.#solved.set(key, solved);
    return solved;
  }
}

export const edges = new Edges();
