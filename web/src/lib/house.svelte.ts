/** The house as this browser knows it: who is here, what is in the wallet, which games there are. */

import { ask, command, get, OFFLINE, Refused, remove } from "./api";
import { forget, keep, kept } from "./kept";
import type { Account, Analyzed, Game } from "./types";

const KNOWN = "known";

class House {
  account = $state<Account | null>(null);
  wallet = $state<number | null>(null);
  games = $state.raw<Game[]>([]);
  /** The exact numbers of each game with the tables and settings it usually has. */
  usual = $state.raw<Record<string, Analyzed>>({});
  trouble = $state("");
  /** A sentence to be read once: what was refused, or what was done. */
  said = $state("");
  #quiet: ReturnType<typeof setTimeout> | undefined;

  /** Come in: as whoever the browser's session says, or as a new guest. */
  async enter(): Promise<void> {
    try {
      const who = kept(KNOWN, false) ? this.#comeBack() : this.#asGuest();
      const [{ games }] = await Promise.all([get<{ games: Game[] }>("/api/games"), who]);
      this.games = games;
      this.trouble = "";
    } catch (error) {
      this.trouble = error instanceof Refused ? error.message : OFFLINE;
      setTimeout(() => void this.enter(), 2000);
    }
  }

  async #comeBack(): Promise<void> {
    try {
      await this.look();
    } catch (error) {
      if (!(error instanceof Refused) || error.status !== 401) throw error;
      await this.#asGuest();
    }
  }

  async #asGuest(): Promise<void> {
    this.account = (await ask<{ account: Account }>("/api/guests", undefined)).account;
    keep(KNOWN, true);
    await this.look();
  }

  /** Look into the wallet. */
  async look(): Promise<void> {
    const me = await get<{ account: Account; wallet: number }>("/api/me");
    this.account = me.account;
    this.wallet = me.wallet;
  }

  async signIn(name: string, password: string): Promise<void> {
    this.account = (await ask<{ account: Account }>("/api/sessions", { name, password })).account;
    keep(KNOWN, true);
    await this.look();
  }

  async register(name: string, password: string): Promise<void> {
    this.account = (await ask<{ account: Account }>("/api/accounts", { name, password })).account;
    keep(KNOWN, true);
    await this.look();
  }

  /** Go; whoever comes next from this browser is a new guest. */
  async signOut(): Promise<void> {
    await remove("/api/sessions");
    forget(KNOWN);
    await this.#asGuest();
  }

  async refill(): Promise<void> {
    const { given } = await command<{ given: number }>("/api/wallet/refill");
    await this.look();
    this.say(given ? "Your wallet has play money again." : "Your wallet is full enough to play.");
  }

  game(name: string): Game | undefined {
    return this.games.find((game) => game.name === name);
  }

  /** Ask for the exact numbers of every game, one after the other; they come as they are worked out. */
  async askUsual(): Promise<void> {
    for (const game of this.games) {
      if (this.usual[game.name]) continue;
      try {
        this.usual = { ...this.usual, [game.name]: await ask<Analyzed>("/api/analyze", { game: game.name }) };
      } catch {
        return;
      }
    }
  }

  say(sentence: string): void {
    this.said = sentence;
    clearTimeout(this.#quiet);
    this.#quiet = setTimeout(() => (this.said = ""), 7000);
  }

  /** Do something that may be refused; a refusal is said. */
  async attempt<T>(what: () => Promise<T>): Promise<T | undefined> {
    try {
      return await what();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.say(error.message.charAt(0).toUpperCase() + error.message.slice(1));
      return undefined;
    }
  }
}

export const house = new House();
