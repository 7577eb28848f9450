import { expect, test } from "vitest";
import { EMPTY_DRAFT, wordsOf } from "../src/school/acts";

test("an act is said in the words that the school takes", () => {
  const draft = { ...EMPTY_DRAFT, seat: 3, place: "7th Street", spot: "trips", amount: "$15", words: "two pair" };
  expect(wordsOf({ ...draft, verb: "bets" })).toBe("bets");
  expect(wordsOf({ ...draft, verb: "deal", count: 4 })).toBe("deal 3 7th Street 4 down");
  expect(wordsOf({ ...draft, verb: "turn", seat: 0 })).toBe("turn 7th Street");
  expect(wordsOf({ ...draft, verb: "pay" })).toBe("pay 3 trips 15");
  expect(wordsOf({ ...draft, verb: "call" })).toBe("call 3 two pair");
  expect(wordsOf({ ...draft, verb: "take", amount: "" })).toBe("take 3 trips");
  expect(wordsOf({ ...draft, verb: "push", amount: "7.50" })).toBe("push 3 trips 7.50");
});

test("an act that lacks something has no words yet", () => {
  for (const verb of ["", "ask", "pay", "gather", "call", "turn"]) expect(wordsOf({ ...EMPTY_DRAFT, verb })).toBe("");
});
