import { describe, expect, test } from "vitest";
import vectors from "../../tests/floor/vectors.json";
import { ALGORITHM, check, commitment, mixed, note, ownWord, Stream, wordCommitment } from "../src/lib/fairness";
import type { TableEvent, Transcript } from "../src/lib/types";
import { store } from "./browser";

test("the vectors are of the algorithm that the page knows", () => {
  expect(vectors.algorithm).toBe(ALGORITHM);
  expect(vectors.vectors.length).toBeGreaterThan(4);
});

describe.each(vectors.vectors)("where $what", (vector) => {
  const words = vector.client_seeds as Record<string, string>;

  test("the commitment and the mixed seed are those of the house", async () => {
    expect(await commitment(vector.house_seed)).toBe(vector.commitment);
    expect(await mixed(vector.house_seed, vector.table, vector.round, words)).toBe(vector.mixed_seed);
  });

  test("the stream gives the same words, and leaves out what would be unfair", async () => {
    const [all, below] = [new Stream(vector.mixed_seed), new Stream(vector.mixed_seed)];
    for (const word of vector.words) expect(await all.below(2 ** 32)).toBe(word);
    for (const word of vector.below_3221225472) expect(await below.below(3_221_225_472)).toBe(word);
  });

  test("the deck is dealt in the same order", async () => {
    expect((await new Stream(vector.mixed_seed).deck()).join(" ")).toBe(vector.deck);
  });
});

describe("a round", () => {
  const vector = vectors.vectors[0]!;
  const deck = vector.deck.split(" ");
  const transcript = {
    table: vector.table,
    round: vector.round,
    deck_seed: vector.house_seed,
    deck_commitment: vector.commitment,
    client_seeds: {},
    record: { seed: vector.mixed_seed, shoe: [] },
    log: [],
  } as unknown as Transcript;
  const dealt = (seat: number, cards: string[]): TableEvent => ({ event: "dealt", seat, place: "hand", cards }) as TableEvent;
  const steps = [{ event: "shuffled", cards: 52 } as TableEvent, dealt(1, deck.slice(0, 4)), dealt(2, ["??", "??"]), dealt(3, deck.slice(6, 9))];
  const verdicts = async (told: Transcript, seen: TableEvent[]): Promise<Record<string, boolean>> =>
    Object.fromEntries((await check(told, seen)).map((one) => [one.name, one.holds]));

  test("that was dealt as committed to holds", async () => {
    expect(await verdicts(transcript, steps)).toEqual({ Commitment: true, Words: true, "Mixed seed": true, Shuffle: true });
  });

  test("with two cards exchanged does not", async () => {
    const [first, second, ...rest] = deck.slice(0, 4);
    expect(await verdicts(transcript, [steps[0]!, dealt(1, [second!, first!, ...rest])])).toMatchObject({ Shuffle: false });
  });

  test("with a card turned up later counts it where it was laid", async () => {
    const turned = { event: "turned-up", seat: 2, place: "hand", cards: deck.slice(4, 6) } as TableEvent;
    expect(await verdicts(transcript, [...steps, turned])).toMatchObject({ Shuffle: true });
    const other = { ...turned, cards: [deck[5]!, deck[4]!] } as TableEvent;
    expect(await verdicts(transcript, [...steps, other])).toMatchObject({ Shuffle: false });
  });

  test("with a draw after a face-down discard counts what was drawn where it was laid", async () => {
    const back = (count: number): string[] => Array.from({ length: count }, () => "??");
    const thrown = { event: "moved", seat: 2, place: "hand", to: "discards", cards: back(2) } as TableEvent;
    const shown = (cards: string[]): TableEvent => ({ event: "turned-up", seat: 2, place: "hand", cards }) as TableEvent;
    const drawn = [steps[0]!, dealt(2, back(4)), dealt(1, deck.slice(4, 8)), thrown, dealt(2, back(2))];
    const kept = [deck[1]!, deck[3]!];
    expect(await verdicts(transcript, [...drawn, shown([...kept, deck[8]!, deck[9]!])])).toMatchObject({ Shuffle: true });
    expect(await verdicts(transcript, [...drawn, shown([...kept, deck[9]!, deck[8]!])])).toMatchObject({ Shuffle: false });
  });

  test("with cards laid anew where others were taken away counts each where it was laid", async () => {
    const cleared = { event: "cleared", seat: 2, place: "hand", count: 2 } as TableEvent;
    const turned = { event: "turned-up", seat: 2, place: "hand", cards: deck.slice(9, 11) } as TableEvent;
    expect(await verdicts(transcript, [...steps, cleared, dealt(2, ["??", "??"]), turned])).toMatchObject({ Shuffle: true });
  });

  test("under another seed than was committed to, or noted here before it, does not", async () => {
    expect(await verdicts({ ...transcript, deck_seed: "00".repeat(32) }, steps)).toMatchObject({ Commitment: false, "Mixed seed": false });
    store.set("croupier.commitments", JSON.stringify({ [`${vector.table}/${vector.round}`]: "another" }));
    expect(await verdicts(transcript, steps)).toMatchObject({ Commitment: true, "Shown before the round": false });
  });
});

describe("a round that was dealt from a shoe", () => {
  const [vector, shoe] = vectors.vectors as [(typeof vectors.vectors)[0], (typeof vectors.vectors)[0]];
  const dealt = (cards: string[]): TableEvent => ({ event: "dealt", seat: 1, place: "hand", cards }) as TableEvent;
  const rolled = { event: "rolled", first: Number(vector.dice[0]), second: Number(vector.dice[2]) } as TableEvent;
  const told = async (more: object = {}): Promise<{ transcript: Transcript; order: string[] }> => {
    const words = { 2: "rabbit" };
    const order = await new Stream(await mixed(shoe.house_seed, vector.table, 3, words)).deck(6);
    const transcript = {
      table: vector.table,
      round: vector.round,
      deck_seed: vector.house_seed,
      deck_commitment: vector.commitment,
      client_seeds: {},
      shoe: { round: 3, seed: shoe.house_seed, commitment: shoe.commitment, client_seeds: words, dealt: 10 },
      record: { seed: vector.mixed_seed, shoe: order.slice(10, 14), before: { shoe_left: 302, shoe_dealt: 10 } },
      log: [],
      ...more,
    } as unknown as Transcript;
    return { transcript, order };
  };
  const found = async (transcript: Transcript, steps: TableEvent[]): Promise<Record<string, [boolean, string]>> =>
    Object.fromEntries((await check(transcript, steps)).map((one) => [one.name, [one.holds, one.found]]));

  test("holds if its seed puts the cards there and the dice are those of the round", async () => {
    const { transcript, order } = await told();
    const { Shoe, Dice, Shuffle } = await found(transcript, [dealt(order.slice(10, 14)), rolled]);
    expect(Shoe).toEqual([true, "The 4 cards you saw came out of the shoe in the order that the record names, and its seed puts them there."]);
    expect(Dice![0]).toBe(true);
    expect(Shuffle).toBeUndefined();
  });

  test("does not if a card, the seed or a die is another", async () => {
    const { transcript, order } = await told();
    expect((await found(transcript, [dealt([order[11]!, order[10]!])])).Shoe![0]).toBe(false);
    expect((await found({ ...transcript, shoe: { ...transcript.shoe!, dealt: 11 } }, [dealt(order.slice(10, 14))])).Shoe![0]).toBe(false);
    expect((await found({ ...transcript, shoe: { ...transcript.shoe!, commitment: "00" } }, [dealt(order.slice(10, 14))])).Shoe![0]).toBe(false);
    const other = { event: "rolled", first: Number(vector.dice[0]), second: (Number(vector.dice[2]) % 6) + 1 } as TableEvent;
    expect((await found(transcript, [dealt(order.slice(10, 14)), other])).Dice![0]).toBe(false);
  });

  test("is held against its record while the shoe is in use", async () => {
    const { transcript, order } = await told({ shoe: null });
    const { Shoe } = await found(transcript, [dealt(order.slice(10, 14))]);
    expect(Shoe![0]).toBe(true);
    expect(Shoe![1]).toContain("still in use");
    expect((await found(transcript, [dealt(["2c", "2c", "2c", "2c", "2c"])])).Shoe![0]).toBe(false);
  });

  test("in which it was shuffled is held against its own seed", async () => {
    const order = await new Stream(await mixed(shoe.house_seed, vector.table, vector.round, {})).deck(2);
    const record = { seed: vector.mixed_seed, shoe: order.slice(0, 3), before: { shoe_left: 5, shoe_dealt: 99 } };
    const { transcript } = await told({ shoe: null, shoe_seed: shoe.house_seed, shoe_commitment: shoe.commitment, record });
    const shuffled = { event: "shuffled", cards: 104 } as TableEvent;
    const { Shoe } = await found(transcript, [shuffled, dealt(order.slice(0, 3))]);
    expect(Shoe).toEqual([true, "The 3 cards you saw came out of the shoe in the order that the record names, and its seed puts them there."]);
    expect((await found({ ...transcript, shoe_seed: "ab".repeat(32) }, [shuffled, dealt(order.slice(0, 3))])).Shoe![0]).toBe(false);
  });
});

describe("the words of a round", () => {
  const vector = vectors.vectors[0]!;
  const link = (entry: object, hash = ""): { entry: string; hash: string } => ({ entry: JSON.stringify(entry), hash });
  const told = async (order: string[]): Promise<Transcript> => {
    const entries: Record<string, object> = {
      opened: { entry: "round-opened" },
      fixed: { entry: "words-fixed", commitments: { 3: await wordCommitment(vector.table, vector.round, 3, "rabbit") } },
      revealed: { entry: "revealed", seat: 3, word: "rabbit" },
    };
    return {
      table: vector.table,
      round: vector.round,
      deck_seed: vector.house_seed,
      deck_commitment: vector.commitment,
      client_seeds: { 3: "rabbit" },
      record: { seed: await mixed(vector.house_seed, vector.table, vector.round, { 3: "rabbit" }), shoe: [] },
      log: [...order.map((name) => link(entries[name]!)), link({ entry: "answered" }, "ab")],
    } as unknown as Transcript;
  };
  const verdicts = async (transcript: Transcript): Promise<Record<string, boolean>> =>
    Object.fromEntries((await check(transcript, [])).map((one) => [one.name, one.holds]));

  test("are committed to as the house has it", async () => {
    for (const word of vectors.word_commitments) expect(await wordCommitment(word.table, word.round, word.seat, word.word)).toBe(word.commitment);
  });

  test("hold where the commitments came first, and not where a word did", async () => {
    expect(await verdicts(await told(["opened", "fixed", "revealed"]))).toMatchObject({ Words: true, "Mixed seed": true });
    expect(await verdicts(await told(["opened", "revealed", "fixed"]))).toMatchObject({ Words: false });
    expect(await verdicts(await told(["opened", "fixed"]))).toMatchObject({ Words: false });
  });

  test("are held against what was noted, and so is the end", async () => {
    const transcript = await told(["opened", "fixed", "revealed"]);
    expect(ownWord(vector.table, vector.round, "mine")).toMatch(/^[0-9a-f]{32} mine$/);
    expect(ownWord(vector.table, vector.round, "other")).toMatch(/ mine$/);
    note("promise", vector.table, vector.round, "made");
    note("end", vector.table, vector.round, "ab");
    expect(await verdicts(transcript)).toMatchObject({ "Your word": false, "Ended as shown": true });
    note("word", vector.table, vector.round, "rabbit");
    note("end", vector.table, vector.round, "cd");
    expect(await verdicts(transcript)).toMatchObject({ "Your word": true, "Ended as shown": false });
  });
});
