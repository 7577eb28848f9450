"""Three Card Draw solved: a showdown of three cards, one of which may be drawn anew, against the best three of four."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction

import numpy as np

from croupier.cards import Card
from croupier.errors import Refused
from croupier.exact.analysis import Analysis
from croupier.exact.paid import net
from croupier.exact.showdown import KEEP, Choice, Counts, Ints, Line, Net, Played, Result, Showdown
from croupier.games.three_card_draw.rules import ThreeCardDraw
from croupier.games.three_card_draw.strategy import choose
from croupier.odds import EVEN, PUSH, Odds, Pay

THREE_AND_A_DRAW = Showdown("three-card", seen=3, unseen=1, draw=True, dealer_cards=4)
"""Three cards seen, the Draw Card unseen (TCD-3), the dealer's best three of four (TCD-4, TCD-7)."""

HOLDS = ("keep", "discard", "discard", "discard")
"""Keeping, then discarding the lowest, the middle and the highest card (TCD-6): so equally good holds are preferred."""


def analyze(game: ThreeCardDraw, stake: Fraction | int = 1, deck: Sequence[Card] | None = None) -> dict[str, Analysis]:
    """Every bet: the main game, the Bonus along the main game's best play, the Bonus alone, and both together."""
    counts = THREE_AND_A_DRAW.count(deck)
    main = Played(counts, _choices(game))
    bonus = _bonus(game, stake)
    along = [replace(choice, wager=1, net=choice.net if choice.folds else bonus) for choice in main.choices]
    alone = [Choice(held, 1, bonus, hold) for hold, held in enumerate(HOLDS)]
    both = _choices(game, bonus)
    return {
        "main": main.analysis("main", "ante", _main_line(game)),
        "bonus": Played(counts, along).analysis("bonus", "bet", _bonus_line(game), main.best),
        "bonus-alone": Played(counts, alone).analysis("bonus-alone", "bet", _bonus_line(game)),
        "main+bonus": Played(counts, both).analysis("main+bonus", "ante", _main_line(game)),
    }


def advise(
    game: ThreeCardDraw, cards: Sequence[Card], board: Sequence[Card] = (), variant: str | None = None
) -> dict[str, Fraction]:
    """What each action is worth with three cards, per Ante, for the main bet: `fold`, `play-2x discard 7c`, ..."""
    if board or variant is not None:
        raise Refused("Three Card Draw has no board and no variants; give only the player's three cards")
    choices = _choices(game)
    values = Played(THREE_AND_A_DRAW.count(), choices).values(cards)
    names = ["keep", *(f"discard {card}" for card in sorted(cards))]
    worth = {
        choice.action if choice.action == "fold" else f"{choice.action} {names[choice.hold]}": value
        for choice, value in zip(choices, values, strict=True)
    }
    in_the_order_given = ["keep", *(f"discard {card}" for card in cards)]
    plays = [choice.action for choice in choices if choice.action != "fold" and choice.hold == KEEP]
    return {"fold": worth["fold"]} | {
        f"{play} {name}": worth[f"{play} {name}"] for play in plays for name in in_the_order_given
    }


def strategy_analysis(game: ThreeCardDraw) -> Analysis:
    """The main bet as the rules of `strategy.py` play it."""
    counts = THREE_AND_A_DRAW.count()
    choices = _choices(game)
    return Played(counts, choices).analysis("main", "ante", _main_line(game), _by_strategy(counts, choices))


def _by_strategy(counts: Counts, choices: Sequence[Choice]) -> Ints:
    chosen = np.empty(len(counts.weight), np.int8)
    for number in range(len(chosen)):
        cards = counts.example(number)
        names = ["keep", *(f"discard {card}" for card in cards)]
        actions = [c.action if c.action == "fold" else f"{c.action} {names[c.hold]}" for c in choices]
        chosen[number] = actions.index(choose(cards, actions))
    return chosen


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


def _bonus_line(game: ThreeCardDraw) -> Callable[[Choice, str, Result], Line]:
    def line(choice: Choice, row: str, result: Result) -> Line:
        return ("fold", None) if choice.folds else (row, game.paytables["bonus"][row])

    return line
