/**
 * What somebody has learned, kept with their account: the coach's decisions, rounds, speed drills and lessons. The browser has a
 * copy, in which the pages read and write; what is new there is sent to the house, and what is new at the house comes here.
 */

import { ask, get, remove } from "./api";
import { coach, type Taken } from "./coach.svelte";
import { kept, onKeep, store } from "./kept";
import { learned } from "./learned.svelte";
import { played, type PlayedRound } from "./luck.svelte";
import { ONCE } from "./retry";
import type { Account, LearnedItem } from "./types";

/** Milliseconds after something was noted until it is sent, with all that came since. */
const LATER = 2000;
const AT_ONCE = 100;
const COPY = "record";
const NAMES = ["coach", "rounds", "speed", "learned"];

/** Whose copy this browser has, and until when the house has all of it: what is older and not there was forgotten elsewhere. */
interface Copy {
  id: number;
  guest: boolean;
  since: number;
}

const place = (item: Pick<LearnedItem, "kind" | "key">): string => `${item.kind} ${item.key}`;

/** All that this browser has, as the house takes it. */
function here(): LearnedItem[] {
  const list = <T>(name: string): T[] => kept<T[]>(name, []);
  return [
    ...list<Taken>("coach").map((one) => ({ kind: "decision" as const, key: `${one.time} ${one.cards} ${one.board}`.slice(0, 80), time: one.time, body: { ...one } })),
    ...list<PlayedRound>("rounds").map((one) => ({ kind: "round" as const, key: `${one.table}.${one.round}`, time: one.time, body: { ...one } })),
    ...Object.entries(kept<Record<string, number>>("speed", {})).map(([key, right]) => ({ kind: "speed" as const, key, time: 0, body: { right } })),
    ...list<string>("learned").map((key) => ({ kind: "lesson" as const, key, time: 0, body: {} })),
  ];
}

/** What both have: an item that both know is the house's, but of two results of a speed drill the better. */
export function merged(own: readonly LearnedItem[], theirs: readonly LearnedItem[]): LearnedItem[] {
  const all = new Map(own.map((item) => [place(item), item]));
  for (const item of theirs) {
    const had = all.get(place(item));
    if (item.kind !== "speed" || Number(had?.body.right ?? 0) < Number(item.body.right)) all.set(place(item), item);
  }
  return [...all.values()].sort((one, other) => one.time - other.time);
}

function layOut(items: readonly LearnedItem[]): void {
  const of = (kind: LearnedItem["kind"]): LearnedItem[] => items.filter((item) => item.kind === kind);
  const bodies = <T>(kind: LearnedItem["kind"]): T[] => of(kind).map((item) => item.body as T);
  coach.taken = bodies<Taken>("decision");
  played.rounds = bodies<PlayedRound>("round");
  store("coach", coach.taken);
  store("rounds", played.rounds);
  const speed = Object.fromEntries(of("speed").map((item) => [item.key, Number(item.body.right)]));
  learned.layOut(of("lesson").map((item) => item.key), speed);
}

class LearningRecord {
  /** What the house has, by its place. */
  #sent = new Map<string, string>();
  #whose = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    onKeep((name) => {
      if (!NAMES.includes(name) || !this.#whose) return;
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => void this.#send(), LATER);
    });
  }

  /**
   * Keep the record of somebody from now on. What a guest has learned goes along to the account that they sign in to; what
   * belongs to an account stays there when somebody else comes.
   */
  async belongsTo(account: Account): Promise<void> {
    const copy = kept<Copy | null>(COPY, null);
    if (copy && copy.id !== account.id && (!copy.guest || account.guest)) layOut([]);
    const since = copy?.id === account.id ? copy.since : 0;
    this.#whose = account.id;
    store(COPY, { id: account.id, guest: account.guest, since });
    try {
      const { items } = await get("/api/me/learned", {}, ONCE);
      if (this.#whose !== account.id) return;
      this.#sent = new Map(items.map((item) => [place(item), JSON.stringify(item.body)]));
      const isNew = (item: LearnedItem): boolean => !item.time || item.time > since || this.#sent.has(place(item));
      layOut(merged(here().filter(isNew), items));
      await this.#send();
    } catch {
      // The copy here is as good until the house can be asked.
    }
  }

  /** Send what the house does not have; a record that was forgotten here is forgotten there. */
  async #send(): Promise<void> {
    const [now, moment, whose] = [here(), Date.now(), this.#whose];
    try {
      const decided = (one: string): boolean => one.startsWith("decision ");
      if ([...this.#sent.keys()].some(decided) && !now.some((item) => decided(place(item)))) {
        await remove("/api/me/learned", {}, ONCE);
        this.#sent.clear();
      }
      const fresh = now.filter((item) => this.#sent.get(place(item)) !== JSON.stringify(item.body));
      for (let start = 0; start < fresh.length && whose === this.#whose; start += AT_ONCE) {
        const items = fresh.slice(start, start + AT_ONCE);
        // The house takes any object; its document's types say an empty one.
        await ask("/api/me/learned", { body: { items: items as never[] } }, ONCE);
        for (const item of items) this.#sent.set(place(item), JSON.stringify(item.body));
      }
      const copy = kept<Copy | null>(COPY, null);
      if (copy?.id === whose) store(COPY, { ...copy, since: moment });
    } catch {
      // It is sent with what is noted next.
    }
  }
}

export const record = new LearningRecord();
