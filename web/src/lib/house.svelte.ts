/** The house as this browser knows it: who is here, what is in the wallet, which games there are. */

import { ask, command, get, remove } from "./api";
import { forget, keep, kept } from "./kept";
import { flatBets, usualStake } from "./prices.svelte";
import { ONCE, type Patience, Refused, refusal } from "./retry";
import type { Account, Analyzed, Game } from "./types";

const KNOWN = "known";
/** How many are asked for at once: a browser keeps six lines open to a house, and opening a table takes three of them. */
const LANES = 2;

class House {
  account = $state<Account | null>(null);
  wallet = $state<number | null>(null);
  games = $state.raw<Game[]>([]);
  /** The exact numbers of each game with the tables and settings it usually has. */
  usual = $state.raw<Record<string, Analyzed>>({});
  trouble = $state("");
  /** How many wrong codes came for the account since the last right one. */
  wrongCodes = $state(0);
  /** A sentence to be read once: what was refused, or what was done. */
  said = $state("");
  #quiet: ReturnType<typeof setTimeout> | undefined;

  /** Come in: as whoever the browser's session says, or as a new guest. */
  async enter(): Promise<void> {
    // Without it the page has nothing to show, so it goes on for as long as it is open.
    const patience = { trouble: (sentence: string) => (this.trouble = sentence), tries: Infinity };
    try {
      const who = kept(KNOWN, false) ? this.#comeBack(patience) : this.#asGuest(patience);
      const [{ games }] = await Promise.all([get("/api/games", {}, patience), who]);
      this.games = games;
      this.#keepRecord();
    } catch (error) {
      this.trouble = refusal(error);
    }
  }

  async #comeBack(patience: Patience): Promise<void> {
    try {
      await this.look(patience);
    } catch (error) {
      if (!(error instanceof Refused) || error.status !== 401) throw error;
      await this.#asGuest(patience);
    }
  }

  async #asGuest(patience?: Patience): Promise<void> {
    await this.#known(ask("/api/guests", {}, patience), patience);
  }

  /** Be whoever a new session is for. */
  async #known(session: Promise<{ account: Account; wrong_codes: number }>, patience?: Patience): Promise<void> {
    const { account, wrong_codes } = await session;
    this.account = account;
    keep(KNOWN, true);
    await this.look(patience);
    this.#warn(wrong_codes);
    this.#keepRecord();
  }

  /** Have what this person learns kept with the account. */
  #keepRecord(): void {
    const { account } = this;
    if (account && this.games.length) void import("./record").then(({ record }) => record.belongsTo(account));
  }

  /** Look into the wallet. */
  async look(patience?: Patience): Promise<void> {
    const me = await get("/api/me", {}, patience);
    this.account = me.account;
    this.wallet = me.wallet;
    this.#warn(me.wrong_codes);
  }

  /** Tell an owner of wrong codes that they have not been told of. */
  #warn(codes: number): void {
    if (codes > this.wrongCodes) this.say(`${codes} wrong ${codes === 1 ? "code" : "codes"} of your second factor came since the last right one. If they were not yours, change your password.`);
    this.wrongCodes = codes;
  }

  /** Make an account of a guest's: chips, seats, rounds and the coach's record stay. */
  async keepAccount(name: string, password: string): Promise<void> {
    await this.#known(command("/api/me/account", { body: { name, password } }, ONCE));
  }

  /** Be called something else. */
  async rename(name: string): Promise<void> {
    this.account = await command("/api/me/name", { body: { name } }, ONCE);
  }

  async signIn(name: string, password: string, code = ""): Promise<void> {
    await this.#known(ask("/api/sessions", { body: { name, password, code } }, ONCE));
  }

  /** Go; whoever comes next from this browser is a new guest. */
  async signOut(): Promise<void> {
    await remove("/api/sessions", {}, ONCE);
    forget(KNOWN);
    await this.#asGuest();
  }

  async refill(): Promise<void> {
    const { given } = await command("/api/wallet/refill");
    await this.look();
    this.say(given ? "Your wallet has play money again." : "Your wallet is full enough to play.");
  }

  game(name: string): Game | undefined {
    return this.games.find((game) => game.name === name);
  }

  /** Ask for the exact numbers of every game, a few at once; they come as they are worked out, and a slow one waits alone. */
  async askUsual(): Promise<void> {
    const games = this.games.filter((game) => !this.usual[game.name]).values();
    const lane = async () => {
      for (const game of games) {
        try {
          const stake = flatBets(game).length ? { stake: String(usualStake(game) / 100) } : {};
          const found = await ask("/api/analyze", { body: { game: game.name, ...stake } });
          this.usual = { ...this.usual, [game.name]: found };
        } catch {
          // Its sign shows that the number is still to come.
        }
      }
    };
    await Promise.all(Array.from({ length: LANES }, lane));
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
      this.say(refusal(error));
      return undefined;
    }
  }
}

export const house = new House();
