/** The table as it is drawn: what lies where, after each thing that happened, for a live round and for a replay alike. */

import type { Entry, PotView, Settled, TableEvent, View } from "./types";

/** A card on the table; it keeps its number while it is turned over or moved. */
export interface LaidCard {
  readonly id: number;
  readonly face: string;
  /** Where it travels from when it is first drawn: the shoe, another place, or nowhere. */
  readonly from: string;
  /** Which of its place's slots it lies in: cards that stay keep theirs when others go. */
  readonly slot: number;
}

export interface SeatScene {
  readonly number: number;
  readonly player: string;
  readonly stack: number;
  readonly bets: Readonly<Record<string, number>>;
  readonly places: Readonly<Record<string, readonly LaidCard[]>>;
  readonly folded: boolean;
  /** What the player said last in this round. */
  readonly said: string;
  readonly results: readonly Settled[];
  /** What the pot paid this seat in this round. */
  readonly fromPot: number;
  /** What this seat put into the pot in this round. */
  readonly toPot: number;
}

export interface Scene {
  /** The spot whose bets go into the pot, if the game has one. */
  readonly potSpot: string;
  readonly seats: readonly SeatScene[];
  readonly places: Readonly<Record<string, readonly LaidCard[]>>;
  readonly named: Readonly<Record<string, string>>;
  readonly button: number;
  readonly pot: PotView | null;
  readonly dice: readonly [number, number] | null;
  readonly sentence: string;
  readonly rule: string;
  /** What became of the pot, in the dealer's words. */
  readonly potWords: readonly string[];
  /** Sentences since something last happened. */
  readonly lately: readonly string[];
}

export const EMPTY: Scene = {
  potSpot: "",
  seats: [],
  places: {},
  named: {},
  button: 0,
  pot: null,
  dice: null,
  sentence: "",
  rule: "",
  potWords: [],
  lately: [],
};

/** The name under which a place is found on the page, so that cards can travel to it and from it. */
export const placeKey = (seat: number | null | undefined, place: string): string => `${seat ?? 0}/${place}`;

export const SHOE = "shoe";

let lastCard = 0;
const lay = (face: string, from: string, slot: number): LaidCard => ({ id: ++lastCard, face, from, slot });

/** Cards laid besides those that lie there, each in the first slot that is free. */
function laidBeside(lying: readonly LaidCard[], more: readonly Omit<LaidCard, "slot">[]): LaidCard[] {
  const taken = new Set(lying.map((card) => card.slot));
  let slot = 0;
  return [
    ...lying,
    ...more.map((card) => {
      while (taken.has(slot)) slot += 1;
      taken.add(slot);
      return { ...card, slot };
    }),
  ];
}

export const faces = (cards: readonly LaidCard[] | undefined): string[] => (cards ?? []).map((card) => card.face);

export const seatOf = (scene: Scene, number: number): SeatScene | undefined =>
  scene.seats.find((seat) => seat.number === number);

/** What a seat's bets but the pot won or lost in this round, so far as they are settled. */
export const ofBets = (seat: SeatScene): number =>
  seat.results.reduce((sum, one) => sum + (one.result === "lose" ? -one.stake : one.won), 0);

/** What a seat won or lost in this round, so far as it is settled. */
export const netOf = (seat: SeatScene): number => ofBets(seat) + seat.fromPot - seat.toPot;

/** The table made ready for a round: cards and results are gone, chips and pot stay. */
export function cleared(scene: Scene): Scene {
  return {
    ...EMPTY,
    potSpot: scene.potSpot,
    button: scene.button,
    pot: scene.pot,
    seats: scene.seats.map(newSeat),
  };
}

function withSeat(scene: Scene, number: number, change: (seat: SeatScene) => Partial<SeatScene>): Scene {
  return {
    ...scene,
    seats: scene.seats.map((seat) => (seat.number === number ? { ...seat, ...change(seat) } : seat)),
  };
}

type Places = Readonly<Record<string, readonly LaidCard[]>>;

function withPlaces(scene: Scene, seat: number | null | undefined, change: (places: Places) => Places): Scene {
  if (seat) return withSeat(scene, seat, (found) => ({ places: change(found.places) }));
  return { ...scene, places: change(scene.places) };
}

/** Take cards out of a place: those named, or, where they are face down, the last ones. */
function takeOut(cards: readonly LaidCard[], wanted: readonly string[]): [LaidCard[], LaidCard[]] {
  const left = [...cards];
  const taken: LaidCard[] = [];
  for (const face of wanted) {
    const named = left.findIndex((card) => card.face === face);
    taken.push(...left.splice(named >= 0 ? named : left.length - 1, 1));
  }
  return [left, taken];
}

/** The table after something happened. */
export function after(scene: Scene, event: TableEvent): Scene {
  if (event.event === "step")
    return { ...scene, sentence: event.sentence, rule: event.rule, lately: [...scene.lately, event.sentence] };
  const next = happened(scene, event);
  return { ...next, lately: [] };
}

function happened(scene: Scene, event: Exclude<TableEvent, { event: "step" }>): Scene {
  switch (event.event) {
    case "bet":
      return withSeat(scene, event.seat, (seat) => ({
        stack: seat.stack - event.cents,
        bets: { ...seat.bets, [event.spot]: (seat.bets[event.spot] ?? 0) + event.cents },
      }));
    case "dealt":
      return withPlaces(scene, event.seat, (places) => ({
        ...places,
        [event.place]: laidBeside(places[event.place] ?? [], event.cards.map((face) => lay(face, SHOE, 0))),
      }));
    case "turned-up":
      return withPlaces(scene, event.seat, (places) => ({
        ...places,
        [event.place]: turned(places[event.place] ?? [], event.cards),
      }));
    case "moved":
      return withPlaces(scene, event.seat, (places) => {
        const [left, taken] = takeOut(places[event.place] ?? [], event.cards);
        const from = placeKey(event.seat, event.place);
        const moved = taken.map((card) => ({ ...card, from }));
        return { ...places, [event.place]: left, [event.to]: laidBeside(places[event.to] ?? [], moved) };
      });
    case "cleared":
      return withPlaces(scene, event.seat, (places) => ({ ...places, [event.place]: [] }));
    case "decided":
      return withSeat(scene, event.seat, (seat) => ({
        said: event.action,
        folded: seat.folded || event.action === "fold",
      }));
    case "rolled":
      return { ...scene, dice: [event.first, event.second] };
    case "settled":
      return withSeat(scene, event.seat, (seat) => {
        const { [event.spot]: _, ...bets } = seat.bets;
        const back = event.result === "lose" ? 0 : event.stake + event.won;
        return { bets, stack: seat.stack + back, results: [...seat.results, event] };
      });
    case "pot-gathered":
      return gathered(scene, event.wagers, event.balance);
    case "pot-awarded":
      return awarded(scene, event.shares, event.balance);
    case "named":
      return {
        ...scene,
        named: { ...scene.named, [event.what]: event.value },
        button: event.seat ?? scene.button,
      };
    case "shuffled":
      return scene;
  }
}

function turned(cards: readonly LaidCard[], faces: readonly string[]): LaidCard[] {
  return faces.map((face, place) => {
    const lying = cards[place];
    return lying ? { ...lying, face } : lay(face, "", place);
  });
}

/** Pot wagers are pulled in. */
function gathered(scene: Scene, wagers: Readonly<Record<string, number>>, balance: number): Scene {
  const seats = scene.seats.map((seat) => {
    const { [scene.potSpot]: _, ...bets } = seat.bets;
    return { ...seat, bets, toPot: wagers[seat.player] ?? 0 };
  });
  const pot = scene.pot && { ...scene.pot, balance, rounds: scene.pot.rounds + 1, in: Object.keys(wagers) };
  return { ...scene, seats, pot };
}

function awarded(scene: Scene, shares: Readonly<Record<string, number>>, balance: number): Scene {
  const seats = scene.seats.map((seat) => {
    const share = shares[seat.player] ?? 0;
    return share ? { ...seat, stack: seat.stack + share, fromPot: share } : seat;
  });
  return { ...scene, seats, pot: scene.pot && { ...scene.pot, balance }, potWords: scene.lately };
}

const newSeat = ({ number, player, stack }: Pick<SeatScene, "number" | "player" | "stack">): SeatScene => ({
  number,
  player,
  stack,
  bets: {},
  places: {},
  folded: false,
  said: "",
  results: [],
  fromPot: 0,
  toPot: 0,
});

/** The table after somebody sat down or left. */
export function withPeople(scene: Scene, entry: Entry): Scene {
  const others = scene.seats.filter((seat) => seat.number !== entry.seat);
  if (entry.entry === "left") return { ...scene, seats: others };
  if (entry.entry === "renamed") {
    const seats = scene.seats.map((seat) => (seat.number === entry.seat ? { ...seat, player: entry.player ?? "" } : seat));
    return { ...scene, seats };
  }
  if (entry.entry !== "sat" || !entry.seat) return scene;
  const seats = [...others, newSeat({ number: entry.seat, player: entry.player ?? "", stack: entry.cents ?? 0 })];
  return { ...scene, seats: seats.sort((one, other) => one.number - other.number) };
}

/** The table as it stood before a round. */
export function before(
  potSpot: string,
  seats: Pick<SeatScene, "number" | "player" | "stack">[],
  button: number,
  pot: PotView | null = null,
): Scene {
  return { ...EMPTY, potSpot, button, pot, seats: seats.map(newSeat) };
}

/** The table as the house says it is; what is drawn already stays the same card. */
export function asSeen(scene: Scene, view: View): Scene {
  return {
    ...scene,
    seats: view.seats.map((seat) => {
      const drawn = seatOf(scene, seat.number);
      const same = drawn?.player === seat.player ? drawn : undefined;
      return {
        ...(same ?? newSeat(seat)),
        stack: seat.stack,
        bets: seat.bets,
        folded: seat.folded,
        places: laidAsSeen(same?.places ?? {}, seat.places),
      };
    }),
    places: laidAsSeen(scene.places, view.places),
    named: view.named,
    button: view.button,
    pot: view.pot,
  };
}

function laidAsSeen(drawn: Places, seen: Record<string, string[]>): Places {
  const places: Record<string, readonly LaidCard[]> = {};
  for (const [place, cards] of Object.entries(seen)) places[place] = turned(drawn[place] ?? [], cards);
  return places;
}
