"""Three Card Draw dealt by a kernel: a whole table against the dealer, every decision looked up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from math import comb
from typing import Final

import numpy as np

from croupier.arrays import Ints
from croupier.cards import DECK, Card
from croupier.errors import Refused
from croupier.exact.analysis import Analysis
from croupier.exact.reading.as_showdown import ShowdownSolver
from croupier.exact.showdown.three_card_showdown import ROWS, rank_hands
from croupier.exact.solver import SIMPLE, solver_of
from croupier.exact.store import kept, kernel, version_of
from croupier.games.three_card_draw import strategy
from croupier.games.three_card_draw.rules import ThreeCardDraw
from croupier.odds import EVEN, PUSH, Odds, Pay, Prize
from croupier.simulate.kernel.numbering import in_order3, in_order4, number3, number4
from croupier.simulate.kernel.outcomes import Outcome, OutcomeBet, Outcomes
from croupier.simulate.kernel.stream import Key, another, card_at, errs, lay_out, words_for
from croupier.simulate.prepared import Sheet, Simulation, fixed, looked_up
from croupier.simulate.setup import OPTIMAL, Setup

TOGETHER: Final = "optimal-with-bonus"
NEVER_FOLD: Final = "never-fold"
PACKET: Final = 4
FOLD: Final = 0
HOLDS: Final = 4
"""Keeping, or discarding the lowest, the middle or the highest card; a choice is 0 to fold, 1 to 4 with the least Play
bet, 5 to 8 with the most."""
LOSE, TIE, WIN = range(3)
RESULTS: Final = 3


def strategies(game: ThreeCardDraw) -> tuple[str, ...]:
    """The best play for the Ante, the short strategy, the best for Ante and Bonus together, two that never fold."""
    return OPTIMAL, SIMPLE, TOGETHER, NEVER_FOLD, _always(game)


def simulation(setup: Setup) -> Simulation:
    """A table of Three Card Draw."""
    return ThreeCardDrawTable(setup)


def bets(setup: Setup) -> tuple[OutcomeBet, ...]:
    """Ante, Play and Ante Bonus together, and the Bonus; where both are bet, also all of it."""
    staked = setup.bets
    if "ante" not in staked:
        return (OutcomeBet("bonus-alone", ("bonus",), staked["bonus"], acts=True),)
    main = OutcomeBet("main", ("ante", "play", "ante-bonus"), staked["ante"], "ante", acts=True)
    if "bonus" not in staked:
        return (main,)
    bonus = OutcomeBet("bonus", ("bonus",), staked["bonus"])
    return main, bonus, OutcomeBet("main+bonus", (*main.spots, "bonus"), main.stake, "ante")


def action(said: Sequence[str]) -> str:
    """What a player came to who said this: a fold, a Play bet, or with a Bonus alone what was held."""
    return said[-1].split()[0]


def _always(game: ThreeCardDraw) -> str:
    return f"always-{max(game.settings.play_multiples)}x"


class ThreeCardDrawTable(Simulation):
    """A table of Three Card Draw with a choice for every three cards."""

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        assert isinstance(setup.game, ThreeCardDraw)
        self.game = setup.game
        mathematics = solver_of(self.game).mathematics
        assert isinstance(mathematics, ShowdownSolver)
        self.solver = mathematics
        self.alone = "ante" not in setup.bets
        self.words_a_round = words_for(PACKET * setup.players + PACKET)
        multiples = self.game.settings.play_multiples
        self.multiples = min(multiples), max(multiples)
        self.outcomes = Outcomes.number((1 + len(self.multiples)) * RESULTS * len(ROWS), self._outcome, bets(setup))
        self._plays = fixed(np.stack([self._choices(strategy) for strategy in setup.groups]))
        self._rankings = _rankings()

    def deal_words(self, key: Key, first: int, rounds: int, sheet: Sheet) -> None:
        _deal(key, first, rounds, self._plays, self._rankings, self.alone, self.groups, self.errors, sheet)

    def answers(self, sheet: Sheet, round: int) -> list[str]:
        said = []
        for seat, choice in enumerate(sheet.choices[round].tolist()):
            held = sorted(self.cards(sheet, round)[PACKET * seat : PACKET * seat + 3])
            most, hold = divmod(choice - 1, HOLDS)
            words = f"discard {held[hold - 1]}" if hold else "keep"
            play = words if self.alone else f"play-{self.multiples[most]}x {words}"
            said.append(play if choice else "fold")
        return said

    def solved(self, strategy: str) -> Mapping[str, Analysis]:
        staked = self.setup.bets
        if self.alone:
            alone, stake = "bonus-alone", self.stake("bonus", "bonus")
            if strategy == OPTIMAL:
                return {alone: self.solver.analyze(stake)[alone]}
            return {alone: self.solver.strategy_analysis(alone, stake)} if strategy == SIMPLE else {}
        if strategy == OPTIMAL:
            main = self.solver.analyze()["main"]
            return {"main": main} | (
                {"bonus": self.solver.analyze(self.dollars("bonus"))["bonus"]} if "bonus" in staked else {}
            )
        if strategy == SIMPLE:
            return {"main": self.solver.strategy_analysis()}
        if strategy == TOGETHER and staked["ante"] == staked["bonus"]:
            return {"main+bonus": self.solver.analyze(self.stake("bonus", "bonus"))["main+bonus"]}
        return {}

    def _outcome(self, number: int) -> Outcome | None:
        """What comes of a fold, the least or the most Play bet, a result and a final hand of that row."""
        played, rest = divmod(number, RESULTS * len(ROWS))
        result, row = divmod(rest, len(ROWS))
        staked, name = dict(self.setup.bets), ROWS[row]
        if played == FOLD:
            return Outcome({spot: -cents for spot, cents in staked.items()}, staked, "fold")  # TCD-5
        nets: dict[str, int] = {}
        words = "held"
        if not self.alone:
            multiple = self.multiples[played - 1]
            words = f"play-{multiple}x"
            staked["play"] = multiple * staked["ante"]
            nets = self._against_the_dealer(staked, result, name)
        if "bonus" in staked:
            nets["bonus"] = self.till.net(staked["bonus"], self.game.paytables["bonus"][name])  # TCD-10
        return Outcome(nets, staked, words)

    def _against_the_dealer(self, staked: Mapping[str, int], result: int, row: str) -> dict[str, int]:
        """Ante, Play and Ante Bonus, as the house reads the sentence that is cut off (TCD-9)."""
        on_a_tie: dict[str, Pay] = {"win": EVEN, "push": PUSH, "lose": None}
        against = {WIN: EVEN, TIE: on_a_tie[self.game.settings.ties], LOSE: None}[result]
        listed = self.game.paytables["ante-bonus"].pays.get(row)
        ante, play, bonus = against, against, None
        if listed is not None and listed.value:
            ante, play, bonus = self._by_the_table(staked["ante"], listed, result, against)
        nets = {"ante": self.till.net(staked["ante"], ante), "play": self.till.net(staked["play"], play)}
        if bonus is not None:
            nets["ante-bonus"] = self.till.net(staked["ante"], bonus)
        return nets

    def _by_the_table(self, ante: int, listed: Odds, result: int, against: Pay) -> tuple[Pay, Pay, Odds | None]:
        """What Ante, Play and Ante Bonus pay with a hand that the Ante Bonus table has."""
        match self.game.settings.rule_9a:
            case "ante-bonus-always":
                return against, against, listed
            case "ante-bonus-unless-beaten" if result != LOSE:
                return against, against, listed
            case "ante-pays-table" if against == EVEN:
                return listed, against, None
            case "play-pays-table" if against == EVEN:
                return against, listed, None
            case "play-pays-ante-multiples" if against == EVEN:
                return against, Prize(self.till.net(ante, listed)), None
        return against, against, None

    def _choices(self, strategy: str) -> Ints:
        """The choice for every three cards."""
        if strategy == TOGETHER and self.setup.bets.keys() != {"ante", "bonus"}:
            raise Refused(f"the strategy {TOGETHER} is for a player who bets on ante and bonus")
        if strategy == SIMPLE:
            return _by_the_rules(self.alone, self.multiples)
        bet = "bonus-alone" if self.alone else "main+bonus" if strategy == TOGETHER else "main"
        plays = tuple(f"play-{multiple}x" for multiple in self.multiples)
        among = {NEVER_FOLD: plays, _always(self.game): plays[1:]}.get(strategy, ())
        stake = self.stake("bonus", "bonus") if bet != "main" else 1
        return looked_up(self.game, f"{strategy} {bet} {stake}", lambda: self.solver.policy(bet, among, stake))


def _by_the_rules(alone: bool, multiples: tuple[int, int]) -> Ints:
    """The choices of the rules of `strategy.py`."""
    least, most = (f"play-{multiple}x" for multiple in multiples)

    def choice(cards: Sequence[Card]) -> int:
        holds = ["keep", *(f"discard {card}" for card in cards)]
        legal = holds if alone else ["fold", *(f"{play} {hold}" for play in (least, most) for hold in holds)]
        place = legal.index(strategy.choose(cards, legal))
        return place + 1 if alone else place

    def ask() -> dict[str, Ints]:
        hands = [(DECK[a], DECK[b], DECK[c]) for c in range(52) for b in range(c) for a in range(b)]
        return {"choices": np.array([choice(cards) for cards in hands], np.uint8)}

    if least == most:
        return ask()["choices"]
    name = "three-card-draw-strategy-" + ("bonus" if alone else "main")
    return kept(name, version_of(__name__), ask)["choices"]


@cache
def _rankings() -> tuple[Ints, Ints, Ints]:
    """How good every three cards are, the row of each strength, and how good the best three of every four are."""
    ranking = rank_hands(DECK)
    three = fixed(ranking.strength.astype(np.uint16))
    four = np.empty(comb(52, 4), np.uint16)
    _best_of_four(three, four)
    return three, fixed(ranking.row.astype(np.uint8)), fixed(four)


@kernel
def _best_of_four(three: Ints, four: Ints) -> None:
    number = 0
    for d in range(3, 52):
        for c in range(2, d):
            for b in range(1, c):
                for a in range(b):
                    w, x, y, z = np.uint64(a), np.uint64(b), np.uint64(c), np.uint64(d)
                    best = max(three[number3(w, y, z)], three[number3(x, y, z)])
                    four[number] = max(best, max(three[number3(w, x, y)], three[number3(w, x, z)]))
                    number += 1


@kernel
def _deal(
    key: Key,
    first: int,
    rounds: int,
    plays: Ints,
    rankings: tuple[Ints, Ints, Ints],
    alone: bool,
    groups: Ints,
    errors: np.uint64,
    sheet: Sheet,
) -> None:
    """Deal rounds in the order of the rule book; `plays` are by strategy and three cards."""
    three, rows, four = rankings
    players = len(groups)
    for at in range(rounds):
        kept_at = at if len(sheet.cards) > 1 else 0
        deck = sheet.cards[kept_at]
        lay_out(sheet.words[at], PACKET * players + PACKET, deck)
        hand = PACKET * players  # TCD-4
        a, b, c, d = in_order4(
            card_at(deck, hand), card_at(deck, hand + 1), card_at(deck, hand + 2), card_at(deck, hand + 3)
        )
        dealer = four[number4(a, b, c, d)]  # TCD-7
        for seat in range(players):
            packet = PACKET * seat  # TCD-3
            a, b, c = in_order3(card_at(deck, packet), card_at(deck, packet + 1), card_at(deck, packet + 2))
            draw = card_at(deck, packet + 3)
            choice = int(np.int64(plays[groups[seat], number3(a, b, c)]))
            if errors and errs(key, first + at, 2 * seat, errors):
                least, most = (1, HOLDS) if alone else (0, 2 * HOLDS)
                choice = least + another(key, first + at, 2 * seat + 1, choice - least, most - least + 1)
            sheet.choices[kept_at, seat] = choice
            hold = (choice - 1) & 3
            a, b, c = in_order3(draw if hold == 1 else a, draw if hold == 2 else b, draw if hold == 3 else c)  # TCD-6
            strength = three[number3(a, b, c)]
            result = int(strength >= dealer) + int(strength > dealer)
            played = (choice + HOLDS - 1) // HOLDS
            sheet.outcomes[at, seat] = (played * RESULTS + result) * len(ROWS) + rows[strength]
