/** A person at a table: the line to the house, the dealer, the bets, and every command that can be given. */

import { command, get } from "./api";
import { Bets, type Laid } from "./bets.svelte";
import { Dealer } from "./dealer.svelte";
import { check, note, noted, ownWord, wordCommitment } from "./fairness";
import { house } from "./house.svelte";
import { LiveTable } from "./live.svelte";
import { preferences } from "./preferences.svelte";
import { type Patience, refusal } from "./retry";
import { after, asSeen, before, type Scene, seatOf } from "./scene";
import type { Entry, Game, TableEvent, TableSeen, Terms } from "./types";
import { actionSpoken, cardsWords, diceWords, dollars, isCard, resultWords, variantWords } from "./words";

const UNSENT = "There is no line to the house. What you pressed has not arrived; it is sent by itself when the line is back.";

/** Let something be heard, if sound is on: only then is what makes it fetched. */
function sounded(event: TableEvent): void {
  if (!preferences.chosen.sound) return;
  void import("./sound").then(({ SOUNDS, soundOf }) => {
    const sound = soundOf(event);
    if (sound) SOUNDS[sound]();
  });
}

/** Why no cards were dealt, for somebody at a seat who sits at another or at none afterwards. */
function missingWords(missing: Entry, seat: number, now: number): string {
  if (!missing.seats?.includes(seat)) return `No cards were dealt: ${missing.reason}. All bets came back.`;
  if (now) return "Your line was down, so no cards were dealt: your bets came back.";
  return "Your line was down twice within an hour: your bets came back, and you left the table with your chips.";
}

export class Play {
  terms = $state.raw<Terms | null>(null);
  game = $state.raw<Game | null>(null);
  dealer = $state.raw<Dealer | null>(null);
  bets = $state.raw<Bets | null>(null);
  /** What was told last, which the dealer may not have laid out yet. */
  latest = $state.raw<TableSeen | null>(null);
  /** Why there is no table to be seen. */
  missing = $state("");
  sending = $state(false);
  /** Whether a command is kept until the line is back. */
  #unsent = $state(false);
  #closed = false;
  /** A command waits for the line, and says so, until the table is left. */
  readonly #patience: Patience = { trouble: (sentence) => (this.#unsent = sentence !== ""), wanted: () => !this.#closed };
  /** Bets on their way to the house, by spot, until the dealer has taken them. */
  #placed = $state.raw<Laid>({});
  /** What those who listen are told. */
  spoken = $state("");
  deadline = $state(0);
  #line = $state.raw<LiveTable | null>(null);
  #betFor = -1;
  /** What this person adds to the word of the next round. */
  #ownWords = "";
  /** The round whose word is being revealed. */
  #revealing = 0;

  constructor(readonly id: number) {
    void this.#open();
  }

  get #here() {
    return { path: { table: this.id } };
  }

  async #open(): Promise<void> {
    try {
      this.terms = await get("/api/tables/{table}/terms", this.#here);
      this.game = house.game(this.terms.game) ?? null;
    } catch (error) {
      this.missing = refusal(error);
      return;
    }
    if (!this.game || !this.terms) {
      this.missing = "This page does not know the game of that table; load it again.";
      return;
    }
    this.bets = new Bets(this.game, this.terms);
    this.dealer = new Dealer(this.game.bets.find((spot) => spot.pot)?.name ?? "", (event, scene) => this.#noticed(event, scene), sounded);
    this.#line = new LiveTable(this.id, (entries, table) => this.#heard(entries, table));
  }

  close(): void {
    this.#closed = true;
    this.#line?.close();
  }

  get trouble(): string {
    return this.#unsent ? UNSENT : (this.#line?.trouble ?? "");
  }

  /** The table as it is laid out. */
  get table(): TableSeen | null {
    return this.dealer?.table ?? null;
  }

  get scene(): Scene | null {
    return this.dealer?.scene ?? null;
  }

  /** What the table says to this player now: the question, or what happens, or what can be done. */
  get sentence(): string {
    const told = this.table?.told;
    if (this.deciding) return [told?.so_far && `You have ${told.so_far}.`, told?.asks || "It is your turn."].filter(Boolean).join(" ");
    if (this.dealer?.busy) return this.spoken || "The dealer is at work.";
    if (this.table?.called_off) return `The round was called off: ${this.table.called_off}. All bets came back.`;
    if (!this.seat) return this.table?.view.finished ? "Between rounds: a free seat can be taken." : "The round goes on; seats are taken when it is settled.";
    return this.table?.view.finished || this.betting ? "Lay your bets; the dealer deals when everybody has bet." : "The round goes on.";
  }

  get seat(): number {
    return this.table?.view.seat ?? 0;
  }

  get own() {
    return this.scene && this.seat ? seatOf(this.scene, this.seat) : undefined;
  }

  /** The bets that lie on this seat's spots. */
  get ownBets(): Laid {
    const taken = this.own?.bets ?? {};
    return this.sending || this.dealer?.busy ? { ...this.#placed, ...taken } : taken;
  }

  /** What the table waits for, as far as this person is concerned. */
  get phase(): "sending" | "dealing" | "deciding" | "betting" | "waiting" {
    if (this.sending) return "sending";
    if (this.dealer?.busy) return "dealing";
    if (this.deciding) return "deciding";
    return this.betting ? "betting" : "waiting";
  }

  /** Whether bets can be laid out now. */
  get betting(): boolean {
    const view = this.table?.view;
    if (!view || !this.seat || this.away || this.dealer?.busy || this.table?.paused) return false;
    return view.finished || (view.betting && view.waiting.includes(this.seat));
  }

  /** Whether this player's time has passed, so that nobody waits for them until they say that they are back. */
  get away(): boolean {
    return !!this.seat && (this.latest?.away.includes(this.seat) ?? false);
  }

  /** Whether a round is open whose bets this seat has not placed yet. */
  get asked(): boolean {
    const view = this.table?.view;
    return !!view && view.betting && view.waiting.includes(this.seat);
  }

  /** Whether this seat must decide. */
  get deciding(): boolean {
    const view = this.table?.view;
    return !!view && !this.dealer?.busy && view.legal.length > 0;
  }

  /** What this sitting has brought: chips in front and on the layout, less what was bought. */
  get result(): number {
    const own = this.own;
    const bought = this.table?.bought ?? null;
    if (!own || bought === null) return 0;
    return own.stack + Object.values(own.bets).reduce((sum, cents) => sum + cents, 0) + this.#inPot - bought;
  }

  /** A pot wager that lies in the circle while its round is open is still to be won or lost. */
  get #inPot(): number {
    return this.table?.view.finished ? 0 : (this.own?.toPot ?? 0);
  }

  #heard(entries: Entry[], table: TableSeen): void {
    const first = this.latest === null;
    const seat = this.latest?.view.seat ?? table.view.seat;
    this.latest = table;
    if (entries.some((entry) => entry.entry === "round-opened")) this.spoken = "";
    this.#note(table, entries);
    if (table.words?.awaited.includes(table.view.seat)) void this.#reveal(table.view.round);
    this.#setClock(table);
    this.dealer?.hear(entries, table);
    if (first && table.view.finished && table.view.round > 0) void this.#recallLast(table);
    if (table.view.finished && this.#betFor !== table.view.round && table.view.seat) this.#layBets(table);
    else if (table.view.betting && table.view.waiting.includes(table.view.seat) && !this.bets?.sum) this.#layBets(table);
    const late = entries.some((entry) => entry.entry === "answered" && entry.by === "clock" && entry.seat === table.view.seat);
    if (late) this.#answeredFor(entries, table.view.seat);
    if (entries.some((entry) => entry.entry === "voided"))
      house.say("The round was called off; every bet is back in its stack.");
    const missing = entries.find((entry) => entry.entry === "withheld");
    if (missing) house.say(missingWords(missing, seat, table.view.seat));
  }

  /** Say what was answered for a player whose time had run out. */
  #answeredFor(entries: Entry[], seat: number): void {
    const answers = entries.filter((entry) => entry.by === "clock" && entry.seat === seat).flatMap((entry) => entry.events);
    const said = answers.flatMap((event) => (event.event === "decided" && event.seat === seat ? [actionSpoken(event.action)] : []));
    if (said.length) house.say(`Your time ran out, and the clock answered for you: ${said.join(", ")}.`);
  }

  #layBets(table: TableSeen): void {
    const own = table.view.seats.find((seat) => seat.number === table.view.seat);
    if (!own) return;
    this.#betFor = table.view.round;
    this.bets?.lay(table.view.pot, own.player, own.stack);
  }

  /** Note what the house showed before the round and after it, and hold it against what it tells. */
  #note(table: TableSeen, entries: Entry[]): void {
    const redrawn = entries.some((entry) => entry.entry === "seeds-redrawn");
    if (redrawn) house.say("The house has drawn its seeds for the next round anew; the log of the table says why.");
    if (table.commitments && (redrawn || !noted("commitment", this.id, table.next_round))) note("commitment", this.id, table.next_round, table.commitments.deck);
    const last = table.last_round;
    if (!last || noted("end", this.id, last.round)) return;
    note("end", this.id, last.round, last.hash);
    void this.#checkRound(last.round);
  }

  /** Check a round that is over, and say so only if something does not hold. */
  async #checkRound(number: number): Promise<void> {
    if (!crypto.subtle) return;
    try {
      const transcript = await get("/api/tables/{table}/rounds/{number}", { path: { table: this.id, number } });
      const wrong = (await check(transcript, [])).filter((one) => !one.holds);
      if (wrong.length) house.say(`Round ${number} does not hold: ${wrong.map((one) => one.found).join(" ")}`);
    } catch {
      // It can be checked at any time later, among the rounds.
    }
  }

  /** Reveal the word that the bets came with a commitment to; every message asks for it again until it has arrived. */
  async #reveal(round: number): Promise<void> {
    const word = noted("word", this.id, round);
    if (!word || this.#revealing === round) return;
    this.#revealing = round;
    try {
      await command("/api/tables/{table}/word", { ...this.#here, body: { word } }, this.#patience);
    } catch {
      this.#revealing = 0;
    }
  }

  #setClock(table: TableSeen): void {
    this.deadline = table.seconds_left === null ? 0 : Date.now() + table.seconds_left * 1000;
  }

  /** Lay out the last round again, for somebody who comes back to a table after it. */
  async #recallLast(table: TableSeen): Promise<void> {
    if (!table.view.seat || !table.view.seats.some((seat) => Object.keys(seat.places).length)) return;
    try {
      const { round, seat } = table.view;
      const { steps } = await get("/api/tables/{table}/rounds/{number}/steps", { path: { table: this.id, number: round }, query: { seat } });
      if (this.latest !== table || !this.dealer) return;
      let scene = before(this.dealer.scene.potSpot, table.view.seats, table.view.button);
      for (const event of steps) scene = after(scene, event);
      this.dealer.scene = asSeen(scene, table.view);
    } catch {
      // It is a courtesy: without it the cards lie there and the results are in the history.
    }
  }

  #noticed(event: TableEvent, scene: Scene): void {
    if (event.event === "bet" && event.seat === this.latest?.view.seat) {
      const { [event.spot]: _, ...others } = this.#placed;
      this.#placed = others;
    }
    this.#speak(event, scene);
  }

  #speak(event: TableEvent, scene: Scene): void {
    const game = this.game!;
    const seat = this.latest?.view.seat ?? 0;
    const name = (number: number): string => (number === seat ? "You" : (seatOf(scene, number)?.player ?? ""));
    switch (event.event) {
      case "dealt":
      case "turned-up":
        if (event.cards.some(isCard)) {
          const whose = event.seat ? (event.seat === seat ? "Your" : `${name(event.seat)}'s`) : "";
          this.spoken = `${whose} ${event.place}: ${cardsWords(event.cards)}`.trim();
        }
        break;
      case "decided":
        if (event.seat !== seat) this.spoken = `${name(event.seat)}: ${actionSpoken(event.action)}`;
        break;
      case "rolled":
        this.spoken = `The dice show ${event.first} and ${event.second}: ${diceWords([event.first, event.second])}`;
        break;
      case "settled":
        if (event.seat === seat) this.spoken = resultWords(game, event);
        break;
      case "pot-awarded":
        this.spoken = scene.potWords.join(" ");
        break;
    }
  }

  /** Give a command, and wait until what it did has been told. */
  async #send(give: () => Promise<{ sequence: number }>): Promise<boolean> {
    const done = await house.attempt(give);
    this.#unsent = false;
    if (done) await this.#line?.reached(done.sequence);
    return done !== undefined;
  }

  /** One thing at a time: what is pressed while a command is on its way is not done. */
  async #alone<T>(what: () => Promise<T>): Promise<T | undefined> {
    if (this.sending) return undefined;
    this.sending = true;
    try {
      return await what();
    } finally {
      this.sending = false;
    }
  }

  async #command(give: () => Promise<{ sequence: number }>): Promise<boolean> {
    return (await this.#alone(() => this.#send(give))) ?? false;
  }

  /** Begin a round if none is open, and place the bets as soon as they are asked for. */
  async deal(): Promise<void> {
    const { bets, own } = this;
    if (!bets || !own) return;
    const problem = bets.problem(bets.laid, own.stack);
    if (problem) {
      house.say(problem);
      return;
    }
    const before = this.latest?.view.finished ? {} : (this.table?.view.named ?? {});
    await this.#alone(async () => {
      this.#placed = bets.laid;
      if (this.latest?.view.finished && !(await this.#send(() => command("/api/tables/{table}/rounds", this.#here, this.#patience)))) return;
      const view = this.latest?.view;
      // What was named before the bets is seen first: whoever lays chips knows what on (BD-2).
      const unseen = !!view && Object.keys(view.named).some((what) => view.named[what] !== before[what]);
      if (view?.betting && view.waiting.includes(this.seat) && !unseen) await this.#answer(bets.words());
      else this.#placed = {};
    });
  }

  /** Take no part in the round whose bets are being taken. */
  async sitOut(): Promise<void> {
    await this.answer("pass");
  }

  /** Bets or a decision; if the seat was answered for in the meantime, the house refuses it as meant for another question. */
  async answer(answer: string): Promise<boolean> {
    return (await this.#alone(() => this.#answer(answer))) ?? false;
  }

  async #answer(answer: string): Promise<boolean> {
    const [round, commitment] = [this.latest?.view.round ?? 0, await this.#commitment(answer)];
    const body = { answer, seen: this.latest?.sequence, commitment };
    const done = await this.#send(() => command("/api/tables/{table}/answers", { ...this.#here, body }, this.#patience));
    if (done && commitment) note("promise", this.id, round, commitment);
    return done;
  }

  async sit(seat: number, cents: number): Promise<void> {
    const body = { seat, buy_in: cents };
    if (await this.#command(() => command("/api/tables/{table}/seat", { ...this.#here, body }, this.#patience))) await this.#money();
  }

  async buy(cents: number): Promise<void> {
    const body = { cents };
    if (await this.#command(() => command("/api/tables/{table}/chips", { ...this.#here, body }, this.#patience))) await this.#money();
  }

  async back(): Promise<void> {
    await this.#command(() => command("/api/tables/{table}/back", this.#here, this.#patience));
  }

  async leave(): Promise<boolean> {
    const left = await this.#command(() => command("/api/tables/{table}/leave", this.#here, this.#patience));
    if (left) await house.attempt(() => house.look());
    return left;
  }

  /** With bets, a commitment to this browser's word, where the table takes one and the browser can make one. */
  async #commitment(answer: string): Promise<string | undefined> {
    const table = this.latest;
    if (!table?.takes_words || !answer.startsWith("bet") || !crypto.subtle) return undefined;
    const { round, seat } = table.view;
    const word = ownWord(this.id, round, this.#ownWords);
    this.#ownWords = "";
    return wordCommitment(this.id, round, seat, word);
  }

  /** Words of this person's own, to go with what the browser draws for the next round. */
  giveWords(words: string): void {
    this.#ownWords = words;
    house.say("Your words are mixed into the next shuffle.");
  }

  async #money(): Promise<void> {
    await house.attempt(() => house.look());
    const own = this.latest?.view.seats.find((seat) => seat.number === this.latest?.view.seat);
    if (own && this.bets && !this.bets.sum) this.bets.lay(this.latest!.view.pot, own.player, own.stack);
  }

  /** Whether chips are sold to this seat now: between rounds, and while it is asked something. */
  get sells(): boolean {
    const view = this.table?.view;
    return !!view && (view.finished || view.waiting.includes(this.seat));
  }

  /** What was named before the bets are taken, which they are laid on. */
  get namedFirst(): string {
    return this.asked && this.game ? Object.values(this.table!.view.named).map((value) => variantWords(this.game!, value)).join(", ") : "";
  }

  /** Where the chips in front stand against the least bet. */
  get short(): string {
    const { own, bets, game } = this;
    if (!own || !bets || !game || !this.table?.view.finished) return "";
    const least = bets
      .open()
      .filter((spot) => spot.required)
      .reduce((sum, spot) => sum + bets.limits(spot)[0], 0);
    const any = Math.min(...bets.open().filter((spot) => !spot.pot).map((spot) => bets.limits(spot)[0]));
    const needed = least || any;
    return own.stack < needed ? `You have ${dollars(own.stack)} in front of you; a round takes at least ${dollars(needed)}.` : "";
  }
}
