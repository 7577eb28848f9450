/** A printed felt measured: how much room a seat's layout and the table's centre take, in inches. */

import type { Felt, FeltBox, FeltCircle, FeltSpot, FeltTable, Game, Terms } from "./types";

export const CARD_WIDTH = 2.5;
export const CARD_HEIGHT = 3.5;
export const CARD_GAP = 0.18;
export const HAND = "hand";

export interface Extent {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export const width = (extent: Extent): number => extent.right - extent.left;
export const height = (extent: Extent): number => extent.bottom - extent.top;

export const boxWidth = (cards: number): number => cards * CARD_WIDTH + (cards - 1) * CARD_GAP;

/** Where cards lie that have no printed place of their own: they are drawn small and out of the way. */
export const isAside = (box: FeltBox): boolean => !box.label && box.place !== HAND;

interface Part {
  x: number;
  y: number;
  wide: number;
  high: number;
}

function around(parts: readonly Part[]): Extent {
  return {
    left: Math.min(...parts.map((part) => part.x - part.wide / 2)),
    top: Math.min(...parts.map((part) => part.y - part.high / 2)),
    right: Math.max(...parts.map((part) => part.x + part.wide / 2)),
    bottom: Math.max(...parts.map((part) => part.y + part.high / 2)),
  };
}

/** A box with what lies above it: its label, or a card laid sideways. */
function boxPart(box: FeltBox): Part {
  const above = box.first_sideways_with ? CARD_WIDTH : box.label ? 0.7 : 0;
  const wide = box.first_sideways_with ? Math.max(boxWidth(box.cards), CARD_HEIGHT) : boxWidth(box.cards);
  return { x: box.x, y: box.y - above / 2, wide: wide + 0.4, high: CARD_HEIGHT + 0.4 + above };
}

/** A box that lies in front of all betting spots: it is drawn beside the hand, so that both are large. */
export function isInFront(felt: Felt, box: FeltBox): boolean {
  const nearest = Math.min(...felt.seat.spots.map((spot) => spot.y - spot.size / 2));
  return !isAside(box) && box.place !== HAND && box.y + CARD_HEIGHT / 2 < nearest && !felt.seat.boxes.some((one) => one.place === HAND);
}

/** The cards that come to lie in a player's hand. */
export function handHolds(game: Game): number {
  const box = game.layout.seat.boxes.find((one) => one.place === HAND);
  const [least = 1, most = 1] = game.own_cards;
  return box?.cards ?? (most <= MOST_IN_HAND ? most : least);
}
const MOST_IN_HAND = 9;

/** A spot with its name, which stands on its upper edge. */
const spotPart = (spot: FeltSpot): Part => ({ x: spot.x, y: spot.y - 0.15, wide: spot.size + 0.3, high: spot.size + 0.4 });

function seatParts(felt: Felt): Part[] {
  const boxes = felt.seat.boxes.filter((box) => !isAside(box) && !isInFront(felt, box)).map(boxPart);
  const button = felt.seat.button ? [{ ...felt.seat.button, wide: 2.2, high: 2.2 }] : [];
  return [...felt.seat.spots.map(spotPart), ...boxes, ...button];
}

/** How many times as high as wide a seat is that a wide room would draw too small. */
const TALL = 1.5;
/** From one card that overlaps to the next, in widths of a card. */
export const OVERLAPPED = 0.42;
/** The room of the cards that come to lie on the first one of a hand. */
const HITS = 7 * OVERLAPPED * CARD_WIDTH;

/** Inches of spots beside which cards are as large as they get; above a taller seat they leave it room. */
export const TALL_SPOTS = 6.4;

/** A seat and the room it takes; in a wide room, and on a whole felt, a tall seat is drawn lower, so that its cards are larger. */
export function seatPlan(felt: Felt, wide: boolean, whole: boolean): { felt: Felt; room: Extent } {
  const room = around(seatParts(felt));
  const hand = felt.seat.boxes.find((one) => one.place === HAND);
  if (wide && hand && height(room) >= TALL * width(room)) return handBeside(felt, hand) ?? { felt, room };
  const lower = whole && !hand && height(room) > TALL_SPOTS ? boxBesideHand(felt) : felt;
  return { felt: lower, room: around(seatParts(lower)) };
}

const spotsOf = (felt: Felt): Extent => around(felt.seat.spots.map(spotPart));

/** The hand lies beside the spots, and not in front of them. */
function handBeside(felt: Felt, box: FeltBox): { felt: Felt; room: Extent } | null {
  const spots = spotsOf(felt);
  if (box.y + CARD_HEIGHT / 2 >= spots.top) return null;
  const part = boxPart(box);
  const hand = { ...box, x: spots.right + part.wide / 2, y: spots.bottom - (part.y + part.high / 2 - box.y) };
  const beside = { ...felt, seat: { ...felt.seat, boxes: felt.seat.boxes.map((one) => (one === box ? hand : one)) } };
  return { felt: beside, room: around([...seatParts(beside), { ...boxPart(hand), x: hand.x + HITS / 2, wide: boxWidth(1) + HITS }]) };
}

/** A card that lies beside the spots comes to lie beside the hand, and the spot that is farthest from the player takes its place. */
function boxBesideHand(felt: Felt): Felt {
  const { boxes, spots } = felt.seat;
  const box = boxes.find((one) => !isAside(one) && one.cards === 1 && !isInFront(felt, one));
  const [far, next] = [...spots].sort((one, other) => one.y - other.y);
  if (!box || !far || !next || far.y === next.y) return felt;
  const ahead = { ...box, y: spotsOf(felt).top - CARD_HEIGHT };
  const aside = { ...far, x: box.x, y: box.y };
  return { ...felt, seat: { ...felt.seat, boxes: boxes.map((one) => (one === box ? ahead : one)), spots: spots.map((one) => (one === far ? aside : one)) } };
}

/** What the pot takes in inches where it is told in a line. */
const POT_LINE = 2.2;

/** The dealer's share of a felt's height, so that both sides are drawn at about the same scale, and the player's larger in a whole felt. */
export function dealersShare(game: Game, terms: Terms | null, compact: boolean, wide: boolean): number {
  const centre = centreExtent(game, terms, compact);
  const hand = game.layout.seat.boxes.some((box) => box.place === HAND) ? 0 : CARD_HEIGHT + 1;
  const ours = height(seatPlan(game.layout, wide, !compact).room) + hand;
  const theirs = (centre ? height(centre) : 0) + (compact && game.layout.table.pot ? POT_LINE : 0);
  const [least, most, nearer] = compact ? [0.25, 0.4, 1] : [0.35, 0.4, 1.6];
  return Math.min(most, Math.max(least, theirs / (theirs + nearer * ours)));
}

/** How a printed paytable is measured: a title and a line for each row. */
export const TABLE_WIDTH = 8.6;
export const ROW_HEIGHT = 0.78;

export function rowsOf(game: Game, terms: Terms | null, bet: string): { row: string; pays: string; cents: number | null }[] {
  const chosen = terms?.paytables.find((table) => table.bet === bet);
  const printed = game.printed[bet]?.tables[0];
  const pays = chosen?.pays ?? printed?.pays ?? {};
  const fixed = chosen?.fixed ?? printed?.fixed_cents ?? {};
  return (game.printed[bet]?.rows ?? [])
    .filter((row) => row in pays || row in fixed)
    .map((row) => ({ row, pays: pays[row] ?? "", cents: fixed[row] ?? null }));
}

const tableHeight = (game: Game, terms: Terms | null, printed: FeltTable): number =>
  (rowsOf(game, terms, printed.bet).length + printed.notes.length + 1.4) * ROW_HEIGHT;

/** Where the paytables begin that are printed at one height: their titles are in line, and the longest is in the middle. */
export function tablesTop(game: Game, terms: Terms | null, y: number): number {
  const beside = game.layout.table.paytables.filter((printed) => printed.y === y);
  return y - Math.max(...beside.map((printed) => tableHeight(game, terms, printed))) / 2;
}

/** A circle with what is written around it. */
function circlePart(circle: FeltCircle): Part {
  const size = circle.size + (circle.games ? 1.6 : 0.6);
  return { x: circle.x, y: circle.y, wide: size, high: size };
}

/** The pot's circle, drawn right below the boxes that lie above it. */
export function potDrawn({ pot, boxes }: Felt["table"]): FeltCircle | null {
  if (!pot) return null;
  const above = boxes.map((box) => box.y + CARD_HEIGHT / 2 + 0.2).filter((edge) => edge < pot.y);
  return above.length ? { ...pot, y: Math.min(pot.y, Math.max(...above) + circlePart(pot).high / 2) } : pot;
}

/** The room that the table's centre takes; where it is compact, without its paytables and its pot. */
export function centreExtent(game: Game, terms: Terms | null, compact: boolean): Extent | null {
  const table = game.layout.table;
  const parts = table.boxes.map(boxPart);
  for (const circle of [compact ? null : potDrawn(table), table.dice]) {
    if (!circle) continue;
    parts.push(circlePart(circle));
  }
  for (const printed of compact ? [] : table.paytables) {
    parts.push({ x: printed.x, y: printed.y, wide: TABLE_WIDTH, high: tableHeight(game, terms, printed) });
  }
  return parts.length ? around(parts) : null;
}
