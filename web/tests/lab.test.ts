import { describe, expect, it } from "vitest";
import { printedDesign, typeRow, withTable, wordsOf } from "../src/lab/design";
import { addressOf, readParts } from "../src/lab/link";
import { newStudio } from "../src/lab/studio";
import { rangeParts, rangeWords, tablesOf, tuneQuestion } from "../src/lab/tuning";
import { game } from "./game";

/** The parts of an address after the game, as the router reads them. */
const partsOf = (address: string): string[] => address.replace(/^#\//, "").split("/").map(decodeURIComponent).slice(2);

describe("a link", () => {
  const printed = printedDesign(game);
  const designs = [printed, typeRow(game, printed, "ante", "flush", "5:1"), typeRow(game, printed, "ante", "pair", "")];

  it("shows every table and all that is open beside them", () => {
    const studio = {
      ...newStudio(game),
      room: "tune" as const,
      bet: "main/one",
      active: 2,
      tune: { ...newStudio(game).tune, edge: "3.5%", order: false, ranges: { flush: "2:1..5:1/1:2" } },
      sessions: { buyIn: "500", unit: "10", rounds: "60", goal: "" },
    };
    expect(readParts(game, partsOf(addressOf(game, designs, studio)))).toEqual({ designs, studio });
  });

  it("says nothing of what one finds at first", () => {
    expect(addressOf(game, [printed], newStudio(game))).toBe("#/lab/a-game");
  });

  it("leaves out what the lab does not know", () => {
    const { designs: read, studio } = readParts(game, ["~room=cellar&table=9&tune.bet=nobody&tune.row.nothing-here=1:1&tune.row=nobody"]);
    expect(read).toEqual([printed]);
    expect(studio).toEqual(newStudio(game));
  });
});

describe("a search", () => {
  it("asks in the words of the command", () => {
    const tune = { ...newStudio(game).tune, ranges: { flush: "2:1..5:1", pair: "" } };
    expect(tuneQuestion(game, printedDesign(game), tune)).toMatchObject({ bet: "ante", target_edge: "2.5%", rows: ["flush=2:1..5:1"], keep_order: true });
    expect(tuneQuestion(game, printedDesign(game), { ...tune, row: "pair" })).toMatchObject({ rows: ["pair"], keep_order: false });
  });

  it("counts its tables", () => {
    expect(tablesOf(["2:1..5:1", "1:1..2:1/1:4", "$100..$300/100"])).toBe(4 * 5 * 3);
    expect(tablesOf(["2:1..many"])).toBeNull();
    expect(rangeWords({ ...rangeParts("2:1..5:1/1:2"), most: "" })).toBe("2:1..2:1/1:2");
  });

  it("lays what it found over the table, as if it had been typed", () => {
    const found = withTable(game, printedDesign(game), "ante", { pays: { flush: "3:2" }, fixed: { nothing: 25 } });
    expect(["flush", "pair", "nothing"].map((row) => wordsOf(game, found, "ante", row))).toEqual(["3:2", "", "$25"]);
    expect(Object.keys(found.typed["ante"]!)).toEqual(["pair", "nothing"]);
  });
});
