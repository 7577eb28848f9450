/** What a dealer can do, and the words for it, as `croupier deal` takes them. */

export type Part = "seat" | "seat?" | "place" | "spot" | "count" | "face" | "amount" | "amount?" | "words";

export interface Deed {
  verb: string;
  label: string;
  parts: readonly Part[];
}

export const DEEDS: readonly Deed[] = [
  { verb: "bets", label: "Take bets", parts: [] },
  { verb: "shuffle", label: "Make cards ready", parts: [] },
  { verb: "deal", label: "Deal", parts: ["seat?", "place", "count", "face"] },
  { verb: "burn", label: "Burn", parts: ["count"] },
  { verb: "ask", label: "Ask", parts: ["seat"] },
  { verb: "turn", label: "Turn up", parts: ["seat?", "place"] },
  { verb: "clear", label: "Take up cards", parts: ["seat?", "place"] },
  { verb: "roll", label: "Shake the cup", parts: [] },
  { verb: "button", label: "Move the button", parts: ["seat"] },
  { verb: "call", label: "Call", parts: ["seat?", "words"] },
  { verb: "take", label: "Take a bet", parts: ["seat", "spot", "amount?"] },
  { verb: "push", label: "Push a bet", parts: ["seat", "spot", "amount?"] },
  { verb: "pay", label: "Pay a bet", parts: ["seat", "spot", "amount"] },
  { verb: "gather", label: "Gather the pot", parts: ["amount"] },
  { verb: "rake", label: "Rake", parts: ["amount"] },
  { verb: "dealers-share", label: "Dealer’s share", parts: ["amount"] },
  { verb: "award", label: "Award the pot", parts: ["seat", "amount"] },
  { verb: "carry", label: "Carry the pot", parts: ["amount"] },
  { verb: "rule", label: "Stop and rule", parts: ["seat?", "words"] },
];

export interface Draft {
  verb: string;
  seat: number;
  place: string;
  spot: string;
  count: number;
  face: "up" | "down";
  amount: string;
  words: string;
}

export const EMPTY_DRAFT: Draft = { verb: "", seat: 0, place: "", spot: "", count: 1, face: "down", amount: "", words: "" };

/** The words for a draft; empty while something is missing. */
export function wordsOf(draft: Draft): string {
  const deed = DEEDS.find((one) => one.verb === draft.verb);
  if (!deed) return "";
  const said: string[] = [deed.verb];
  for (const part of deed.parts) {
    const word = partOf(draft, part);
    if (word === null) return "";
    if (word) said.push(word);
  }
  return said.join(" ");
}

function partOf(draft: Draft, part: Part): string | null {
  switch (part) {
    case "seat":
      return draft.seat ? String(draft.seat) : null;
    case "seat?":
      return draft.seat ? String(draft.seat) : "";
    case "count":
      return draft.count > 0 ? String(draft.count) : null;
    case "amount":
      return dollarsOf(draft) || null;
    case "amount?":
      return dollarsOf(draft);
    case "face":
      return draft.face;
    default:
      return draft[part].trim() || null;
  }
}

const dollarsOf = (draft: Draft): string => draft.amount.trim().replace(/^\$/, "");
