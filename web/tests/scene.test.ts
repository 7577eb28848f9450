import { afterEach, describe, expect, test, vi } from "vitest";
import { centreExtent, dealersShare, height, isAside, potDrawn, rowsOf, seatPlan, tablesTop, width } from "../src/lib/layout";
import { preferences } from "../src/lib/preferences.svelte";
import { after, asSeen, before, cleared, faces, netOf, type Scene, seatOf, SHOE, withPeople } from "../src/lib/scene";
import { travel } from "../src/lib/travel";
import type { Entry, TableEvent, View } from "../src/lib/types";
import { felt, game, pot, terms } from "./game";

const start = before("pot", [{ number: 1, player: "Ann", stack: 10_000 }, { number: 3, player: "Bob", stack: 5000 }], 3, pot);
const play = (scene: Scene, ...events: object[]): Scene => events.reduce<Scene>((now, event) => after(now, event as TableEvent), scene);
const ann = (scene: Scene) => seatOf(scene, 1)!;

describe("chips", () => {
  test("go from the stack to the spot, and come back with what was won", () => {
    const bet = play(start, { event: "bet", seat: 1, spot: "ante", cents: 500 }, { event: "bet", seat: 1, spot: "ante", cents: 100 });
    expect([ann(bet).stack, ann(bet).bets]).toEqual([9400, { ante: 600 }]);
    const won = play(bet, { event: "settled", seat: 1, spot: "ante", result: "win", stake: 600, won: 900, pays: "3:2", why: "" });
    expect([ann(won).stack, ann(won).bets, netOf(ann(won))]).toEqual([10_900, {}, 900]);
    const lost = play(bet, { event: "settled", seat: 1, spot: "ante", result: "lose", stake: 600, won: 0, pays: "", why: "" });
    expect([ann(lost).stack, netOf(ann(lost))]).toEqual([9400, -600]);
    expect(seatOf(lost, 3)).toEqual(seatOf(start, 3));
  });

  test("go into the pot and out of it, with what the dealer said last", () => {
    const gathered = play(start, { event: "bet", seat: 1, spot: "pot", cents: 500 }, { event: "pot-gathered", wagers: { Ann: 500 }, balance: 1200 });
    expect([ann(gathered).bets, ann(gathered).toPot, gathered.pot!.balance, gathered.pot!.rounds]).toEqual([{}, 500, 1200, 4]);
    const paid = play(gathered, { event: "step", rule: "R-1", sentence: "Ann takes the pot." }, { event: "pot-awarded", shares: { Ann: 1200 }, balance: 0, won: true });
    expect([ann(paid).stack, netOf(ann(paid)), paid.potWords, paid.lately]).toEqual([10_700, 700, ["Ann takes the pot."], []]);
  });
});

describe("cards", () => {
  const dealt = play(start, { event: "dealt", seat: 1, place: "hand", cards: ["As", "??"] }, { event: "dealt", seat: null, place: "street", cards: ["2c"] });

  test("come from the shoe, and stay the same card when they are turned", () => {
    expect([faces(ann(dealt).places.hand), faces(dealt.places.street), ann(dealt).places.hand![0]!.from]).toEqual([["As", "??"], ["2c"], SHOE]);
    const turned = play(dealt, { event: "turned-up", seat: 1, place: "hand", cards: ["As", "Kd"] });
    expect(faces(ann(turned).places.hand)).toEqual(["As", "Kd"]);
    expect(ann(turned).places.hand!.map((card) => card.id)).toEqual(ann(dealt).places.hand!.map((card) => card.id));
  });

  test("are moved by name, or the last of those face down", () => {
    const moved = play(dealt, { event: "moved", seat: 1, place: "hand", to: "muck", cards: ["As"] });
    expect([faces(ann(moved).places.hand), faces(ann(moved).places.muck), ann(moved).places.muck![0]!.from]).toEqual([["??"], ["As"], "1/hand"]);
    const hidden = play(dealt, { event: "moved", seat: 1, place: "hand", to: "muck", cards: ["Qh"] });
    expect(faces(ann(hidden).places.hand)).toEqual(["As"]);
  });

  test("are taken away before the next round; chips and pot stay", () => {
    const next = cleared(play(dealt, { event: "decided", seat: 1, action: "fold" }));
    expect([ann(next).places, next.places, ann(next).folded, ann(next).said, ann(next).stack, next.pot]).toEqual([{}, {}, false, "", 10_000, pot]);
    expect(next.button).toBe(3);
  });
});

test("people sit down in order and leave", () => {
  const sat = withPeople(start, { entry: "sat", seat: 2, player: "Cid", cents: 700 } as Entry);
  expect(sat.seats.map((seat) => [seat.number, seat.player, seat.stack])).toEqual([[1, "Ann", 10_000], [2, "Cid", 700], [3, "Bob", 5000]]);
  const renamed = withPeople(sat, { entry: "renamed", seat: 2, player: "Dan" } as Entry);
  expect(renamed.seats.map((seat) => [seat.player, seat.stack])).toEqual([["Ann", 10_000], ["Dan", 700], ["Bob", 5000]]);
  expect(withPeople(sat, { entry: "left", seat: 1 } as Entry).seats.map((seat) => seat.number)).toEqual([2, 3]);
  expect(withPeople(sat, { entry: "answered", seat: 1 } as Entry)).toBe(sat);
});

test("the table as the house says it is keeps the cards that are drawn, but not those of somebody else", () => {
  const drawn = play(start, { event: "dealt", seat: 1, place: "hand", cards: ["As"] }, { event: "dealt", seat: 3, place: "hand", cards: ["??"] });
  const seat = { stack: 9000, bets: {}, folded: false, places: { hand: ["As"] } };
  const view = { seats: [{ ...seat, number: 1, player: "Ann" }, { ...seat, number: 3, player: "Dora" }], places: {}, named: {}, button: 1, pot: null } as unknown as View;
  const seen = asSeen(drawn, view);
  expect(ann(seen).places.hand![0]!.id).toBe(ann(drawn).places.hand![0]!.id);
  expect(seatOf(seen, 3)!.places.hand![0]!.id).not.toBe(seatOf(drawn, 3)!.places.hand![0]!.id);
  expect([ann(seen).stack, seen.button, seen.pot]).toEqual([9000, 1, null]);
});

describe("a felt", () => {
  test("is as large as what is printed on it, without what lies aside", () => {
    const { room } = seatPlan(felt, false, false);
    expect([width(room), height(room)].map((inches) => Number(inches.toFixed(2)))).toEqual([10.94, 9.8]);
    expect(felt.seat.boxes.map(isAside)).toEqual([false, true]);
  });

  test("prints the paytable that was chosen, and the first where none was", () => {
    expect(rowsOf(game, null, "ante")).toEqual([{ row: "flush", pays: "3:2", cents: null }, { row: "pair", pays: "1:1", cents: null }]);
    expect(rowsOf(game, terms, "ante")).toEqual([{ row: "flush", pays: "5:1", cents: null }, { row: "pair", pays: "", cents: 2550 }]);
    expect(tablesTop(game, terms, 0)).toBeCloseTo((-4.4 * 0.78) / 2, 12);
  });

  test("leaves paytables out where room is short, and gives the dealer a fair share", () => {
    expect(width(centreExtent(game, terms, false)!)).toBeGreaterThan(width(centreExtent(game, terms, true)!));
    expect(dealersShare(game, terms, false, true)).toBe(0.35);
    expect(dealersShare(game, terms, true, false)).toBeCloseTo(4.6 / (4.6 + 9.8), 12);
  });

  test("draws a tall seat's hand beside its spots where the room is wide, with room for more cards", () => {
    const spots = [0, 3].map((y) => ({ spot: `at ${y}`, x: 0, y, shape: "circle" as const, size: 3, label: "" }));
    const hand = { place: "hand", label: "DRAW", x: 0, y: -4, cards: 1, first_sideways_with: "" };
    const tall = { ...felt, seat: { ...felt.seat, spots, boxes: [hand] } };
    expect(seatPlan(tall, false, false).felt).toBe(tall);
    const { felt: beside, room } = seatPlan(tall, true, false);
    expect(beside.seat.boxes[0]!.x - 1.25).toBeGreaterThan(1.5);
    expect(room.right).toBeGreaterThan(beside.seat.boxes[0]!.x + 2 * 2.5);
    expect(height(room)).toBeLessThan(height(seatPlan(tall, false, false).room) - 3);
    expect(seatPlan(felt, true, false).felt).toBe(felt);
  });

  test("draws the pot right below the boxes above it", () => {
    const pot = { label: "POT", x: 0, y: 9, size: 4, games: 0 };
    expect(potDrawn({ ...felt.table, pot })!.y).toBeCloseTo(1.75 + 0.2 + 2.3, 12);
    expect(potDrawn({ ...felt.table, boxes: [], pot })).toBe(pot);
  });
});

describe("a journey", () => {
  afterEach(() => void vi.restoreAllMocks());
  const box = (left: number, top: number) => ({ getBoundingClientRect: () => ({ left, top, width: 10, height: 20 }) });
  const node = () => ({ ...box(100, 50), animate: vi.fn() });

  test("begins at the middle of where a card comes from, once, and not where stillness is wanted", () => {
    vi.spyOn(document, "querySelector").mockImplementation(((asked: string) => (asked === '[data-place="shoe"]' ? box(30, 90) : null)) as never);
    const [card, again, still] = [node(), node(), node()];
    travel(card as unknown as HTMLElement, { from: "shoe", once: "card 1" });
    expect(card.animate.mock.calls[0]![0]).toEqual([{ transform: "translate(-70px, 40px) rotate(-9deg)" }, { transform: "none" }]);
    travel(again as unknown as HTMLElement, { from: "shoe", once: "card 1" });
    expect(again.animate).not.toHaveBeenCalled();
    preferences.change({ motion: false });
    travel(still as unknown as HTMLElement, { from: "shoe", once: "card 2" });
    expect(still.animate).not.toHaveBeenCalled();
    preferences.change({ motion: true });
    travel(still as unknown as HTMLElement, { from: "shoe", once: "card 2" });
    expect(still.animate).toHaveBeenCalledTimes(1);
  });
});
