/** What the page says: money, cards, choices and results in plain words. */

import type { Bet, Estimate, Game, Setting, Settled } from "./types";

/** Cents as people write them. */
export function dollars(cents: number): string {
  const sign = cents < 0 ? "−" : "";
  const whole = Math.floor(Math.abs(cents) / 100).toLocaleString("en-US");
  const rest = Math.abs(cents) % 100;
  return `${sign}$${whole}${rest ? `.${String(rest).padStart(2, "0")}` : ""}`;
}

/** A large sum as one glances at it. */
export function roundDollars(cents: number): string {
  if (cents >= 100_000_00) return `$${(cents / 100_000_000).toFixed(2)}M`;
  return dollars(cents >= 1_000_00 ? Math.round(cents / 100) * 100 : cents);
}

/** What a round has brought somebody. */
export const outcomeWords = (net: number): string => (net ? `You ${net > 0 ? "win" : "lose"} ${dollars(Math.abs(net))}` : "You are even");

/** A result with its sign: what was won or lost. */
export const signedDollars = (cents: number): string => (cents > 0 ? `+${dollars(cents)}` : dollars(cents));

export const percent = (share: number, digits = 2): string => `${(share * 100).toFixed(digits)}%`.replace("-", "−");

export const isEstimate = (bet: Bet | null | undefined): bet is Estimate => !!bet && "estimate" in bet;

export const edgeOf = (bet: Bet): number => (isEstimate(bet) ? -bet.estimate : bet.house_edge);

/** The house edge of a bet; an estimate with its standard error. What favours the player is said in words. */
export function edgeWords(bet: Bet): string {
  const size = percent(Math.abs(edgeOf(bet)));
  const words = isEstimate(bet) ? `about ${size} ± ${percent(bet.standard_error)}` : size;
  return edgeOf(bet) < 0 && size !== percent(0) ? `${words} in your favour` : words;
}

const RANKS: Record<string, string> = {
  A: "ace",
  K: "king",
  Q: "queen",
  J: "jack",
  T: "ten",
  9: "nine",
  8: "eight",
  7: "seven",
  6: "six",
  5: "five",
  4: "four",
  3: "three",
  2: "two",
};
const SUITS: Record<string, string> = { s: "spades", h: "hearts", d: "diamonds", c: "clubs" };

export const isCard = (word: string): boolean => /^[2-9TJQKA][shdc]$/.test(word);

/** A card as it is read out. */
export function cardWords(card: string): string {
  if (!isCard(card)) return "face-down card";
  return `${RANKS[card[0]!]} of ${SUITS[card[1]!]}`;
}

/** Several cards as they are read out, those face down counted. */
export function cardsWords(cards: readonly string[]): string {
  const down = cards.filter((card) => !isCard(card)).length;
  const said = cards.filter(isCard).map(cardWords);
  if (down) said.push(down === 1 ? "one card face down" : `${down} cards face down`);
  return said.join(", ");
}

export const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** What a row, a setting or a choice is called when it is not written with hyphens. */
export const plain = (name: string): string => capital(name.replace(/_|-(?!(?<=\d-)\d)/g, " "));

/** The values that a setting may have, where they can be listed. */
export const choicesOf = ({ allowed }: Setting): string[] => (allowed.includes(" | ") ? allowed.split(" | ") : []);

/** A choice as a button says it: `play-3x` is "Bet 3×", `raise-0` "No raise". */
export function actionWords(action: string, hand: readonly string[] = []): string {
  const words = action.split(" ");
  const cards = words.filter(isCard);
  const verbs = words.filter((word) => !isCard(word));
  if (verbs[0] === "hold") {
    if (!hand.length) return cards.length ? `Hold ${cards.length}` : "Hold none";
    if (cards.length === hand.length) return "Hold all";
    return cards.length ? `Hold ${cards.length}, draw ${hand.length - cards.length}` : `Draw ${hand.length}`;
  }
  const [first, ...rest] = verbs.map((verb, place) => (place ? verb.replace(/-/g, " ") : verbWords(verb)));
  const joint = rest[0] && /^\d/.test(rest[0]) ? " " : ", ";
  return rest.length ? `${first}${joint}${rest.join(" ")}` : first!;
}

function verbWords(verb: string): string {
  const amount = /^(.*)-(\$[\d.,]+)$/.exec(verb);
  if (amount) return capital(`${amount[1]} ${amount[2]}`);
  const count = /^(.*)-(\d+)(x?)$/.exec(verb);
  if (!count) return plain(verb);
  if (count[2] === "0") return `No ${count[1]}`;
  // A bet on the spot called Play is bet, not played.
  const does = count[1] === "play" && count[3] ? "bet" : count[1]!.replace(/-/g, " ");
  return capital(`${does} ${count[2]}${count[3] ? "×" : ""}`);
}

/** A choice in two parts for a button: what is done, and with which cards. */
export function actionParts(action: string, hand: readonly string[] = []): [string, string] {
  const [verb, ...rest] = action.split(" ").filter((word) => !isCard(word));
  const cards = actionCards(action).length;
  if (!rest.length) return [actionWords(action, hand), ""];
  return [verbWords(verb!), cards ? `${rest.join(" ")} ${cards === 1 ? "one" : cards}` : `${rest.join(" ")} all`];
}

/** The cards that a choice names. */
export const actionCards = (action: string): string[] => action.split(" ").filter(isCard);

/** A choice as it is read out, with the cards it names. */
export function actionSpoken(action: string, hand: readonly string[] = []): string {
  const cards = actionCards(action);
  return cards.length ? `${actionWords(action, hand)}: ${cardsWords(cards)}` : actionWords(action, hand);
}

/** How many of a bet a choice puts at risk, where its name says so: 3 for `play-3x`. */
export function multipleOf(action: string): number | null {
  const found = /-(\d+)x?(?: |$)/.exec(action);
  return found ? Number(found[1]) : null;
}

/** The label of a bet: of its spot, or of a paytable that pays besides. */
export function betLabel(game: Game, name: string): string {
  return game.bets.find((spot) => spot.name === name)?.label ?? game.printed[name]?.label ?? plain(name);
}

/** What a variant says of a pot that is no bet. */
const OF_THE_POT = ["participants", "rake"];

/** The bets that are decided together with the first, of a variant that names such: those of `main=1,trips=1/5` or `main+bonus`; words name none. */
export function betsBesides(variant: string): string[] {
  return variant
    .split(/[+,](?! )/)
    .slice(1)
    .map((bet) => bet.split("=")[0]!)
    .filter((name) => !OF_THE_POT.includes(name));
}

/** A variant of a game as its paytables call it: `five-card-draw` is "5 Card Draw", `main=1,bonus=2` "with Bonus". */
export function variantWords(game: Game, name: string): string {
  const besides = betsBesides(name);
  if (besides.length) return `with ${besides.map((bet) => betLabel(game, bet)).join(" and ")}`;
  const label = Object.entries(game.printed).find(([bet]) => bet.startsWith(`${name}/`))?.[1].label;
  return label?.split(", ")[0] ?? plain(name);
}

/** A settled bet in a sentence: "Blind pushes: two pair, kings and fours". */
export function resultWords(game: Game, settled: Settled): string {
  const label = betLabel(game, settled.spot);
  const why = settled.why ? `: ${settled.why}` : "";
  if (settled.result === "push") return `${label} pushes${why}`;
  if (settled.result === "lose") return `${label} loses ${dollars(settled.stake)}${why}`;
  const odds = settled.pays && !settled.pays.startsWith("$") ? ` at ${settled.pays}` : "";
  const verb = settled.stake ? "wins" : "pays";
  return `${label} ${verb} ${dollars(settled.won)}${odds}${why}`;
}

/** What the dice show, as it is called: a hard 8 is 4 and 4, any other an easy one. */
export function diceWords([first, second]: readonly [number, number]): string {
  const total = first + second;
  if (![4, 6, 8, 10].includes(total)) return String(total);
  return `${first === second ? "hard" : "easy"} ${total}`;
}

/** Odds as they are printed on a felt: "3 to 2", "Push". */
export function oddsWords(odds: string): string {
  const [pays, per] = odds.split(/:| to /);
  if (odds === "push" || pays === "0") return "Push";
  return `${pays} to ${per}`;
}

/** When something was, as one remembers it. */
export function momentWords(microseconds: number): string {
  return new Date(microseconds / 1000).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
}
