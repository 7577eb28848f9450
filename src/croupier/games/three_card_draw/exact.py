"""The solver of Three Card Draw."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from fractions import Fraction

import numpy as np

from croupier.arrays import Ints
from croupier.cards import Card
from croupier.errors import Refused, one_of
from croupier.exact.analysis import Analysis
from croupier.exact.informed import Stripped
from croupier.exact.paid import net
from croupier.exact.showdown import KEEP, Choice, Counts, Line, Net, Played, Result, Showdown, showdown_stripped
from croupier.games.three_card_draw.rules import ThreeCardDraw
from croupier.games.three_card_draw.strategy import choose
from croupier.odds import EVEN, PUSH, Odds, Pay

THREE_AND_A_DRAW = Showdown("three-card", seen=3, unseen=1, draw=True, dealer_cards=4)
"""Three cards seen, the Draw Card unseen (TCD-3), the dealer's best three of four (TCD-4, TCD-7)."""

HOLDS = ("keep", "discard", "discard", "discard")
"""Keeping, then discarding the lowest, the middle and the highest card (TCD-6): so equally good holds are preferred."""

ADVISED = ("main", "bonus-alone", "main+bonus")
"""The bets that leave a choice: the Bonus along the main bet follows its play."""


def analyze(game: ThreeCardDraw, stake: Fraction | int = 1, deck: Sequence[Card] | None = None) -> dict[str, Analysis]:
    """Every bet: the main game, the Bonus along the main game's best play, the Bonus alone, and both together."""
    counts = THREE_AND_A_DRAW.count(deck)
    main = Played(counts, _choices(game))
    bonus = _bonus(game, stake)
    along = [replace(choice, wager=1, net=choice.net if choice.folds else bonus) for choice in main.choices]
    both = _choices(game, bonus)
    return {
        "main": main.analysis("main", "ante", _main_line(game)),
        "bonus": Played(counts, along).analysis("bonus", "bet", _bonus_line(game), main.best),
        "bonus-alone": _alone(game, counts, stake).analysis("bonus-alone", "bet", _bonus_line(game)),
        "main+bonus": Played(counts, both).analysis("main+bonus", "ante", _main_line(game)),
    }


def advise(
    game: ThreeCardDraw,
    cards: Sequence[Card],
    board: Sequence[Card] = (),
    variant: str | None = None,
    stake: Fraction | int = 1,
) -> dict[str, Fraction]:
    """What each action is worth with three cards, per Ante: `fold`, `play-2x discard 7c`, ...

    The variant is the bet: `main`, if none is named; `main+bonus`, one unit on each; or `bonus-alone`, per unit of it,
    which only keeps or discards.
    """
    bet = "main" if variant is None else variant
    if bet not in ADVISED:
        raise one_of("variant", bet, ADVISED, game.name)
    if board:
        raise Refused("Three Card Draw has no board; give only the player's three cards")
    if len(cards) != THREE_AND_A_DRAW.seen:
        raise Refused(f"a player of Three Card Draw sees three cards; {len(cards)} were given")
    counts = THREE_AND_A_DRAW.count()
    bonus = _bonus(game, stake) if bet == "main+bonus" else None
    played = _alone(game, counts, stake) if bet == "bonus-alone" else Played(counts, _choices(game, bonus))
    values = zip(played.choices, played.values(cards), strict=True)
    return {_name(choice, cards): value for choice, value in values}


def policy(game: ThreeCardDraw, bet: str = "main", among: Collection[str] = (), stake: Fraction | int = 1) -> Ints:
    """The best action for every three cards, for a bet of `analyze`: a byte each, 0 to fold.

    Otherwise it is 1, plus 4 for the most the Play bet may be and not the least, plus 1, 2 or 3 to discard the lowest,
    the middle or the highest card. Cards a < b < c are set number C(a, 1) + C(b, 2) + C(c, 3). What lies between the
    least and the most is never better than both, every result being as many times the Play bet. A player may be limited
    to the actions `among` some.
    """
    if bet == "bonus-alone":
        _, holds = _alone(game, THREE_AND_A_DRAW.count(), stake).every_hand()
        return (1 + holds).astype(np.uint8)
    choices = _choices(game, _bonus(game, stake) if bet == "main+bonus" else None)
    ends = [choices[0], *choices[1 : 1 + len(HOLDS)], *choices[-len(HOLDS) :]]
    places = [place for place, choice in enumerate(ends) if not among or choice.action in among]
    chosen, holds = Played(THREE_AND_A_DRAW.count(), [ends[place] for place in places]).every_hand()
    chosen = np.array(places)[chosen]
    most = np.where(chosen > len(HOLDS), 4, 0)
    return np.where(chosen == 0, 0, 1 + most + holds).astype(np.uint8)


def stripped(game: ThreeCardDraw, stake: Fraction | int = 1, deck: Sequence[Card] | None = None) -> Stripped:
    """The bets that leave a choice, for one who knows that cards are gone; the Bonus along the main bet has none."""
    counts = THREE_AND_A_DRAW.count(deck)
    ordinary = {
        "main": Played(counts, _choices(game)),
        "bonus-alone": _alone(game, counts, stake),
        "main+bonus": Played(counts, _choices(game, _bonus(game, stake))),
    }
    return Stripped(counts.deck, lambda left: showdown_stripped.informed(ordinary, left), decks=8)


def strategy_analysis(game: ThreeCardDraw, bet: str = "main", stake: Fraction | int = 1) -> Analysis:
    """A bet, `main` or `bonus-alone`, as the rules of `strategy.py` play it."""
    counts = THREE_AND_A_DRAW.count()
    played = {"main": Played(counts, _choices(game)), "bonus-alone": _alone(game, counts, stake)}
    if bet not in played:
        raise one_of("bet", bet, list(played), "the strategy of three-card-draw")
    line = _main_line(game) if bet == "main" else _bonus_line(game)
    unit = "ante" if bet == "main" else "bet"
    return played[bet].analysis(bet, unit, line, _by_strategy(played[bet]))


def _by_strategy(played: Played) -> Ints:
    chosen = np.empty(len(played.counts.weight), np.int8)
    for number in range(len(chosen)):
        cards = played.counts.example(number)
        actions = [_name(choice, cards) for choice in played.choices]
        chosen[number] = actions.index(choose(cards, actions))
    return chosen


def _name(choice: Choice, cards: Sequence[Card]) -> str:
    """An action as the table names it: `fold`, `play-2x keep`, `discard 7c`; its hold is of the cards in order."""
    held = "keep" if choice.hold == KEEP else f"discard {sorted(cards)[choice.hold - 1]}"
    return choice.action if choice.folds else f"{choice.action} {held}" if choice.action not in HOLDS else held


def _choices(game: ThreeCardDraw, bonus: Net | None = None) -> list[Choice]:
    """Everything a player with an Ante may do, the Bonus counting too if there is one: the least wager first."""
    stakes = 1 if bonus is None else 2
    plays = [
        Choice(f"play-{multiple}x", stakes + multiple, _net(game, multiple, bonus), hold)
        for multiple in sorted(set(game.settings.play_multiples))
        for hold in range(len(HOLDS))
    ]
    return [Choice("fold", stakes, lambda row, result: -stakes, folds=True), *plays]  # TCD-5


def _net(game: ThreeCardDraw, multiple: int, bonus: Net | None) -> Net:
    def all_bets(row: str, result: Result) -> Fraction | int:
        main = sum(net(pay, antes) for pay, antes in _pays(game, multiple, row, result))
        return main + (bonus(row, result) if bonus else 0)

    return all_bets


def _against(game: ThreeCardDraw, result: Result) -> Pay:
    """What the dealer's hand makes of Ante and Play (TCD-9)."""
    on_a_tie: dict[str, Pay] = {"win": EVEN, "push": PUSH, "lose": None}
    return {Result.WIN: EVEN, Result.TIE: on_a_tie[game.settings.ties], Result.LOSE: None}[result]


def _from_table(game: ThreeCardDraw, row: str, result: Result) -> Odds | None:
    """What the Ante Bonus table adds or changes, if it does, under the house's reading of TCD-9."""
    listed = game.paytables["ante-bonus"].pays.get(row)
    if listed is None or not listed.value:
        return None
    match game.settings.rule_9a:
        case "ante-bonus-always":
            counts = True
        case "ante-bonus-unless-beaten":
            counts = result is not Result.LOSE
        case "no-bonus":
            counts = False
        case _:
            counts = _against(game, result) == EVEN
    return listed if counts else None


def _pays(game: ThreeCardDraw, multiple: int, row: str, result: Result) -> list[tuple[Pay, int]]:
    """What is paid, and on how many Antes: on the Ante, on the Play bet, and on the Ante once more as its Bonus."""
    against, table = _against(game, result), _from_table(game, row, result)
    if table is None:
        return [(against, 1 + multiple)]
    match game.settings.rule_9a:
        case "ante-pays-table":
            return [(table, 1), (against, multiple)]
        case "play-pays-table":
            return [(against, 1), (table, multiple)]
        case "play-pays-ante-multiples":
            return [(against, 1), (table, 1)]
        case _:
            return [(against, 1 + multiple), (table, 1)]


def _main_line(game: ThreeCardDraw) -> Callable[[Choice, str, Result], Line]:
    """Results by name; those that the Ante Bonus table has a say in apart, with what it says."""

    def line(choice: Choice, row: str, result: Result) -> Line:
        if choice.folds:
            return "fold", None
        table, words = _from_table(game, row, result), result.name.lower()
        return (words, _against(game, result)) if table is None else (f"{words} with {row}", table)

    return line


def _bonus(game: ThreeCardDraw, stake: Fraction | int) -> Net:
    """What the Bonus nets on the final hand, whoever wins (TCD-10)."""
    return lambda row, result: net(game.paytables["bonus"][row], 1, stake)


def _alone(game: ThreeCardDraw, counts: Counts, stake: Fraction | int = 1) -> Played:
    """A player with a Bonus bet alone only chooses what to hold (TCD-11)."""
    return Played(counts, [Choice(held, 1, _bonus(game, stake), hold) for hold, held in enumerate(HOLDS)])


def _bonus_line(game: ThreeCardDraw) -> Callable[[Choice, str, Result], Line]:
    def line(choice: Choice, row: str, result: Result) -> Line:
        return ("fold", None) if choice.folds else (row, game.paytables["bonus"][row])

    return line
