/** The dealer: takes what the house tells and lays it out at a pace that eyes can follow. */

import { frames } from "./frames.svelte";
import { preferences } from "./preferences.svelte";
import { after, asSeen, cleared, EMPTY, type Scene, withPeople } from "./scene";
import type { Entry, TableEvent, TableSeen } from "./types";

/** How long each thing takes to be seen, in milliseconds. */
const CARD = 140;
const SHAKE = 880;
const PACE: Record<TableEvent["event"], number> = {
  step: 0,
  bet: 25,
  dealt: CARD,
  "turned-up": 320,
  moved: 260,
  cleared: 160,
  decided: 260,
  shuffled: 120,
  rolled: 500,
  settled: 130,
  "pot-gathered": 420,
  "pot-awarded": 500,
  named: 200,
};

export class Dealer {
  scene = $state.raw<Scene>(EMPTY);
  table = $state.raw<TableSeen | null>(null);
  /** Whether cards are still being laid out. */
  busy = $state(false);
  /** Whether the cup is being shaken. */
  shaking = $state(false);
  #waiting: { entries: Entry[]; table: TableSeen }[] = [];
  #hurry = false;
  /** Whether what is being laid out is of a round that is over, for somebody who was away. */
  #past = false;
  #wake: (() => void) | null = null;

  constructor(
    potSpot: string,
    readonly noticed: (event: TableEvent, scene: Scene) => void = () => {},
    /** Told of each thing as it begins to be seen, and of each card; not of what is laid out at once. */
    readonly heard: (event: TableEvent) => void = () => {},
  ) {
    this.scene = { ...EMPTY, potSpot };
    frames.forget();
  }

  hear(entries: Entry[], table: TableSeen): void {
    this.#waiting.push({ entries, table });
    if (!this.busy) void this.#layOut();
  }

  /** Lay everything out at once. */
  skip(): void {
    if (!this.busy) return;
    this.#hurry = true;
    this.#wake?.();
  }

  get #still(): boolean {
    return this.#hurry || this.#past || !preferences.moving || document.hidden;
  }

  /** Whether nobody is to hear what is laid out: it is past, skipped, or on a page that is not looked at. */
  get #silent(): boolean {
    return this.#hurry || this.#past || document.hidden;
  }

  async #layOut(): Promise<void> {
    this.busy = true;
    const rest = preferences.moving ? frames.watch() : () => {};
    for (let told = this.#waiting.shift(); told; told = this.#waiting.shift()) {
      const last = told.entries.map((entry) => entry.entry).lastIndexOf("round-opened");
      for (const [place, entry] of told.entries.entries()) {
        this.#past = place < last;
        if (entry.entry === "round-opened") this.scene = cleared(this.scene);
        this.scene = withPeople(this.scene, entry);
        for (const event of entry.events) await this.#show(event, told.table.view.seat);
      }
      const called = told.entries.some((entry) => entry.entry === "voided");
      this.scene = asSeen(called ? cleared(this.scene) : this.scene, told.table.view);
      this.table = told.table;
    }
    rest();
    this.#hurry = false;
    this.busy = false;
  }

  /** The cards of others come in packets, as the dealer hands them out; one's own and the dealer's can be counted. */
  #cardByCard(whose: number | null | undefined, own: number): boolean {
    return !this.#still && (!whose || whose === own);
  }

  async #show(event: TableEvent, seat: number): Promise<void> {
    if (event.event === "dealt" && event.cards.length > 1 && this.#cardByCard(event.seat, seat)) {
      for (const card of event.cards) {
        this.scene = after(this.scene, { ...event, cards: [card] });
        this.heard(event);
        await this.#pause(CARD);
      }
      this.noticed(event, this.scene);
      return;
    }
    if (!this.#silent) this.heard(event);
    if (event.event === "rolled" && !this.#still) {
      this.shaking = true;
      await this.#pause(SHAKE);
      this.shaking = false;
    }
    this.scene = after(this.scene, event);
    this.noticed(event, this.scene);
    await this.#pause(event.event === "decided" && event.seat === seat ? 0 : PACE[event.event]);
  }

  async #pause(milliseconds: number): Promise<void> {
    if (!milliseconds || this.#still) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds * preferences.pace);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#wake = null;
  }
}
