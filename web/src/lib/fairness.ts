/** Checking a shuffle in the browser, with its own cryptography: the algorithm `croupier-1`, as docs/FAIRNESS.md tells it. */

import { keep, kept } from "./kept";
import type { TableEvent, Transcript } from "./types";
import { isCard } from "./words";

export const ALGORITHM = "croupier-1";
/** The cards of one deck. */
const DECK = 52;

export interface Check {
  name: string;
  holds: boolean;
  /** What was compared, in words. */
  found: string;
}

const bytes = (hex: string): Uint8Array<ArrayBuffer> => new Uint8Array((hex.match(/../g) ?? []).map((pair) => parseInt(pair, 16)));
const hex = (buffer: ArrayBuffer): string => Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, "0")).join("");

export async function commitment(seed: string): Promise<string> {
  return hex(await crypto.subtle.digest("SHA-256", bytes(seed)));
}

async function hmac(key: string, words: string): Promise<ArrayBuffer> {
  const imported = await crypto.subtle.importKey("raw", bytes(key), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return crypto.subtle.sign("HMAC", imported, new TextEncoder().encode(words));
}

/** JSON with everything beyond ASCII written as `\uXXXX`. */
function ascii(value: unknown): string {
  return JSON.stringify(value).replace(/[\u0080-\uffff]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** The seed that a round is dealt from: the house's, and what each seat added to it. */
export async function mixed(seed: string, table: number, round: number, words: Record<string, string>): Promise<string> {
  const seats = Object.keys(words).map(Number).sort((one, other) => one - other);
  return hex(await hmac(seed, ascii([ALGORITHM, table, round, seats.map((seat) => [seat, words[seat]])])));
}

/** The stream of a seed: numbers below a limit, none likelier than another. */
export class Stream {
  #block = 0;
  #words: number[] = [];

  constructor(readonly seed: string) {}

  async below(limit: number): Promise<number> {
    const fair = 2 ** 32 - (2 ** 32 % limit);
    for (;;) {
      if (!this.#words.length) {
        const block = new DataView(await hmac(this.seed, `${ALGORITHM}/${this.#block++}`));
        this.#words = Array.from({ length: 8 }, (_, place) => block.getUint32(4 * place));
      }
      const word = this.#words.pop()!;
      if (word < fair) return word % limit;
    }
  }

  /** New decks in the order in which they are dealt, the first card first. */
  async deck(decks = 1): Promise<string[]> {
    const pack = [..."23456789TJQKA"].flatMap((rank) => [..."cdhs"].map((suit) => rank + suit));
    const order = Array.from({ length: decks }, () => pack).flat();
    for (let place = order.length - 1; place > 0; place--) {
      const other = await this.below(place + 1);
      [order[place], order[other]] = [order[other]!, order[place]!];
    }
    return order.reverse();
  }
}

/** Whether the cards that were seen lie in the deck or the shoe in the order in which they were dealt. */
function inOrder(deck: readonly string[], dealt: readonly string[]): boolean {
  let place = -1;
  return dealt.every((card) => {
    place = deck.indexOf(card, place + 1);
    return place >= 0;
  });
}

/** The cards that a round's shoe should have given by its seed; null while that is not told, or where only a replay can tell. */
async function byShoeSeed(transcript: Transcript, shuffled: number | undefined): Promise<string[] | null> {
  const { shoe: told, shoe_seed: own, table, round, client_seeds: words } = transcript;
  const { before, shoe } = transcript.record!;
  const [seed, of, by, out, cards] = shuffled ? [own, round, words, 0, shuffled] : [told?.seed, told?.round, told?.client_seeds, told?.dealt ?? 0, before.shoe_left + before.shoe_dealt!];
  if (!seed || !of || !by || cards % DECK || (!shuffled && (told!.without?.length || told!.shuffled_before))) return null;
  if ((await commitment(seed)) !== (shuffled ? transcript.shoe_commitment : told!.commitment)) return [];
  const order = await new Stream(await mixed(seed, table, of, by)).deck(cards / DECK);
  return order.slice(out, out + shoe.length);
}

/** The cards of a round that was dealt from a shoe. */
async function checkShoe(transcript: Transcript, steps: readonly TableEvent[]): Promise<Check> {
  const dealt = dealtCards(steps);
  const named = transcript.record!.shoe;
  const first = steps.find((step) => step.event === "shuffled" || (step.event === "dealt" && step.cards.some(isCard)));
  const shuffled = steps.find((step) => step.event === "shuffled");
  const bySeed = shuffled && shuffled !== first ? null : await byShoeSeed(transcript, shuffled?.cards);
  const seen = `The ${dealt.length} cards you saw came out of the shoe in the order that the record names`;
  const open = ". The shoe is still in use: its seed is told when its last card has been played, and this round can then be verified by it too.";
  const holds = inOrder(named, dealt) && (!bySeed || bySeed.join() === named.join());
  return { name: "Shoe", holds, found: holds ? `${seen}${bySeed ? ", and its seed puts them there." : open}` : "The cards you saw are not those that the record names, or its seed puts others there." };
}

/**
 * The cards that came from the deck and that this seat sees by the end, in the order in which they were dealt: a card that
 * was laid face down and turned up later counts where it was laid.
 */
function dealtCards(steps: readonly TableEvent[]): string[] {
  const laid: string[] = [];
  /** For each card of a place its number among those laid; none where cards left face down and nobody saw which. */
  const places = new Map<string, (number | undefined)[]>();
  const at = (seat: number | null | undefined, place: string): (number | undefined)[] => {
    const key = `${seat ?? 0}/${place}`;
    if (!places.has(key)) places.set(key, []);
    return places.get(key)!;
  };
  for (const step of steps) {
    if (step.event === "dealt") at(step.seat, step.place).push(...step.cards.map((card) => laid.push(card) - 1));
    else if (step.event === "cleared") at(step.seat, step.place).length = 0;
    else if (step.event === "turned-up")
      at(step.seat, step.place).forEach((number, position) => {
        if (number !== undefined) laid[number] = step.cards[position]!;
      });
    else if (step.event === "moved") {
      const here = at(step.seat, step.place);
      const to = at(step.seat, step.to);
      for (const card of step.cards) {
        const position = isCard(card) ? here.findIndex((number) => number !== undefined && laid[number] === card) : -1;
        if (position >= 0) to.push(...here.splice(position, 1));
        else to.push(here.fill(undefined).pop());
      }
    }
  }
  return laid.filter(isCard);
}

/** What a seat commits to its word with; it fits no other seat, round or table. */
export async function wordCommitment(table: number, round: number, seat: number, word: string): Promise<string> {
  const words = ascii([`${ALGORITHM}/word`, table, round, seat, word]);
  return hex(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(words)));
}

/** What this browser notes by itself of each round at a table, by `table/round`. */
export const NOTED = { commitment: "commitments", word: "words", promise: "promises", end: "round-ends" } as const;
/** Rounds that are remembered. */
const REMEMBERED = 300;

export function noted(what: keyof typeof NOTED, table: number, round: number): string | undefined {
  return kept<Record<string, string>>(NOTED[what], {})[`${table}/${round}`];
}

export function note(what: keyof typeof NOTED, table: number, round: number, words: string): void {
  const { [`${table}/${round}`]: _, ...others } = kept<Record<string, string>>(NOTED[what], {});
  keep(NOTED[what], Object.fromEntries([...Object.entries(others), [`${table}/${round}`, words]].slice(-REMEMBERED)));
}

/** The word of this browser for a round, which nobody can guess; drawn once, and kept until it is asked for. */
export function ownWord(table: number, round: number, own: string): string {
  const drawn = noted("word", table, round);
  if (drawn) return drawn;
  const random = crypto.getRandomValues(new Uint8Array(16));
  const word = `${hex(random.buffer)} ${own}`.trim();
  note("word", table, round, word);
  return word;
}

interface Words {
  entry: string;
  commitments?: Record<string, string>;
  seat?: number;
  word?: string;
}

/** Return true if every word that counts was committed to before any was revealed. */
async function wordsInOrder(transcript: Transcript): Promise<boolean> {
  const entries = transcript.log.map((link) => JSON.parse(link.entry) as Words);
  let fixed: Record<string, string> | undefined;
  const revealed: Record<string, string> = {};
  for (const entry of entries) {
    if (entry.entry === "words-fixed") {
      if (fixed) return false;
      fixed = entry.commitments!;
    } else if (entry.entry === "revealed") {
      const made = await wordCommitment(transcript.table, transcript.round, entry.seat!, entry.word!);
      if (fixed?.[entry.seat!] !== made) return false;
      revealed[entry.seat!] = entry.word!;
    }
  }
  const told = Object.entries(transcript.client_seeds);
  return told.length === Object.keys(revealed).length && told.every(([seat, word]) => revealed[seat] === word);
}

/** What this browser noted by itself, held against what the house tells afterwards. */
async function checkNoted(transcript: Transcript): Promise<Check[]> {
  const checks: Check[] = [];
  const { table, round } = transcript;
  const ordered = await wordsInOrder(transcript);
  checks.push({
    name: "Words",
    holds: ordered,
    found: ordered ? "Every word was committed to before any was revealed." : "A word counts that was not committed to before others were revealed.",
  });
  const promised = noted("promise", table, round);
  if (promised && transcript.record) {
    const mixedIn = Object.values(transcript.client_seeds).includes(noted("word", table, round) ?? "");
    checks.push({
      name: "Your word",
      holds: mixedIn,
      found: mixedIn ? "The word that this browser drew is mixed in." : "The word that this browser drew is not mixed in: it did not arrive in time, or was left out.",
    });
  }
  const end = noted("end", table, round);
  const last = transcript.log.at(-1)?.hash;
  if (end) checks.push({ name: "Ended as shown", holds: end === last, found: `After the round this browser noted ${end}; its log ends with ${last}.` });
  return checks;
}

/** Everything that can be checked here; the rest, payouts and the hash chain, is for `croupier verify`. */
export async function check(transcript: Transcript, steps: readonly TableEvent[]): Promise<Check[]> {
  const checks: Check[] = [];
  const hashed = await commitment(transcript.deck_seed);
  checks.push({
    name: "Commitment",
    holds: hashed === transcript.deck_commitment,
    found: `The SHA-256 of the seed that the house now tells is ${hashed}, and the commitment was ${transcript.deck_commitment}.`,
  });
  const shown = noted("commitment", transcript.table, transcript.round);
  if (shown)
    checks.push({
      name: "Shown before the round",
      holds: shown === transcript.deck_commitment,
      found: `Before the round this browser noted ${shown}.`,
    });
  checks.push(...(await checkNoted(transcript)));
  if (!transcript.record) return checks;
  const seed = await mixed(transcript.deck_seed, transcript.table, transcript.round, transcript.client_seeds);
  const words = Object.keys(transcript.client_seeds).length;
  checks.push({
    name: "Mixed seed",
    holds: seed === transcript.record.seed,
    found: `The house's seed, the table, the round and ${words ? `the words of ${words} player${words > 1 ? "s" : ""}` : "nobody's words"} make ${seed}; the round was dealt from ${transcript.record.seed}.`,
  });
  const fromShoe = transcript.record.shoe.length > 0;
  const stream = new Stream(seed);
  const fromDeck = !fromShoe && steps.some((step) => step.event === "shuffled" && step.cards === DECK);
  if (fromShoe && steps.length) checks.push(await checkShoe(transcript, steps));
  if (fromDeck) {
    const deck = await stream.deck();
    const dealt = dealtCards(steps);
    checks.push({
      name: "Shuffle",
      holds: inOrder(deck, dealt),
      found: `The deck shuffled again from that seed begins ${deck.slice(0, 8).join(" ")}; the ${dealt.length} cards you saw lie in it in the order in which they were dealt.`,
    });
  }
  const rolls = steps.flatMap((step) => (step.event === "rolled" ? [`${step.first}-${step.second}`] : []));
  if (rolls.length && (fromShoe || fromDeck)) {
    const again: string[] = [];
    for (const _ of rolls) again.push(`${(await stream.below(6)) + 1}-${(await stream.below(6)) + 1}`);
    checks.push({ name: "Dice", holds: again.join() === rolls.join(), found: `Thrown again from that seed the dice show ${again.join(", ")}; you saw ${rolls.join(", ")}.` });
  }
  return checks;
}
