"""The rules of one place on one day, and what they refuse."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from fractions import Fraction
from math import ceil
from typing import Literal

import msgspec

from croupier.chips import dollars
from croupier.errors import Refused
from croupier.odds import Odds


class Dated(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something a rule says, where that can be read, and the days on which it is in force."""

    rule: str
    since: date
    until: date | None = None
    source: str
    note: str = ""

    def in_force(self, on: date) -> bool:
        """Whether it holds on that day."""
        return self.since <= on and (self.until is None or on <= self.until)

    @property
    def days(self) -> str:
        """When it holds: `since 2009-01-01`."""
        return f"since {self.since}" if self.until is None else f"{self.since} to {self.until}"

    @property
    def cite(self) -> str:
        """The rule and its days: `WAC 230-15-140 (since 2009-01-01)`."""
        return f"{self.rule} ({self.days})"


class SingleWager(Dated, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The most that may be bet in a single wager."""

    most_dollars: int

    @property
    def most(self) -> int:
        """In cents."""
        return self.most_dollars * 100

    def __str__(self) -> str:
        return f"{dollars(self.most)} a wager by {self.cite}"


class LeastWager(Dated, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The least that may be bet in a single wager."""

    least_dollars: int

    @property
    def least(self) -> int:
        """In cents."""
        return self.least_dollars * 100

    def __str__(self) -> str:
        return f"{dollars(self.least)} a wager by {self.cite}"


class SeparateGames(Dated, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How many separate games may be bet on with one hand, and on how many of them more than a small wager."""

    most: int
    small_dollars: int = 0
    most_above_small: int | None = None

    @property
    def small(self) -> int:
        """In cents."""
        return self.small_dollars * 100


class AggregatePayout(Dated, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How low the house may limit what it pays out on one deal."""

    odds_counted_up_to: int
    least_odds: int = 0
    """A bet whose highest odds are below this may not be limited at all."""
    least_wager_in_full: bool = False
    """Whether the least wager at the highest odds, all of them counted, is a floor too."""
    times: int = 1
    """How many players paid so much the limit of a table allows for."""


class CarryoverRule(Dated, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """For how many games a pot may be carried over, and who must compete for it."""

    most_games: int
    dealer_competes: bool

    def allows(self, last_game: int | None, dealer_competes: bool) -> bool:
        """Whether it allows a pot that is over after a game, if ever, and for which the dealer competes or does not."""
        in_time = last_game is not None and last_game <= self.most_games
        return in_time and (dealer_competes or not self.dealer_competes)

    def __str__(self) -> str:
        dealer = ", with the dealer and at least one player competing for it" if self.dealer_competes else ""
        return f"{self.cite} allows one that is carried over for {self.most_games} games at most{dealer}"


class NoPots(Dated, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """No pot that players compete for may be offered."""


class SkillGame(Dated, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Only games in which the player decides something may be offered."""


class RequiredSetting(Dated, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A setting that every game which has it must be played with, or only the games that are named."""

    setting: str
    value: str
    games: tuple[str, ...] = ()


Posting = Literal["limits", "prizes", "odds", "rules", "disputes", "aggregate-payout", "pot"]
"""What can be asked to be posted: a payout limit and a pot only where there is one."""


class Notice(Dated, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What must be posted or displayed."""

    text: str
    posts: tuple[Posting, ...] = ()
    """The same by its parts, each of which a submission says the place of."""


class Caution(Dated, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a house should look into; where `dice` is set, only for a game played with dice."""

    text: str
    dice: bool = False


class Jurisdiction(msgspec.Struct, frozen=True, kw_only=True):
    """The rules of a place that are in force on a day. A kind of rule that is absent does not bind."""

    name: str
    place: str
    on: date
    cap_binds_play: bool = False
    """Whether a bet made later in the round, such as Play, is a wager of its own to which the cap applies."""
    single_wager: SingleWager | None = None
    least_wager: LeastWager | None = None
    separate_games: SeparateGames | None = None
    aggregate_payout: AggregatePayout | None = None
    carryover_pot: CarryoverRule | None = None
    no_pots: NoPots | None = None
    skill_game: SkillGame | None = None
    required: tuple[RequiredSetting, ...] = ()
    posted: tuple[Notice, ...] = ()
    cautions: tuple[Caution, ...] = ()
    unknown: tuple[str, ...] = ()
    """What is regulated but not known for this day, and so not checked."""

    def check(self, bets: Mapping[str, int], separate: Mapping[str, str], largest_play: int = 0) -> None:
        """Refuse bets, in cents by spot, that the rules do not allow together.

        `separate` names the separate game each spot belongs to, in the order of the layout; `largest_play` is the
        largest later bet that these bets can lead to, which grows from the first spot of the layout that is bet on.
        """
        layout = [*separate, *(spot for spot in bets if spot not in separate)]
        placed = {spot: bets[spot] for spot in layout if bets.get(spot)}
        if not placed:
            return
        later = largest_play if self.cap_binds_play else 0
        if self.single_wager:
            _check_cap(self.single_wager, placed, later)
        if self.least_wager:
            _check_least(self.least_wager, placed)
        if self.separate_games:
            games: dict[str, int] = {}
            for spot, cents in placed.items():
                game = separate.get(spot, spot)
                games[game] = max(games.get(game, 0), cents)
            first = next(iter(games))
            _check_games(self.separate_games, games | {first: max(games[first], later)})

    def aggregate_floor(self, maximum_wager: int, highest_odds: Fraction, minimum_wager: int = 0) -> int:
        """The least, in cents, to which the payouts of one deal may be limited."""
        rule = self.aggregate_payout
        if rule is None:
            return 0
        floor = maximum_wager * min(highest_odds, Fraction(rule.odds_counted_up_to))
        if rule.least_wager_in_full:
            floor = max(floor, minimum_wager * highest_odds)
        return ceil(floor * rule.times)

    def check_aggregate(self, limit: int, maximum_wager: int, highest_odds: Fraction, minimum_wager: int = 0) -> None:
        """Refuse an aggregate payout limit that is too low, or that this bet may not have."""
        rule = self.aggregate_payout
        if rule is None:
            return
        if highest_odds < rule.least_odds:
            raise Refused(
                f"payouts cannot be limited where the highest odds are {Odds(highest_odds)}; "
                f"{rule.cite} asks for {rule.least_odds} to 1 or more"
            )
        floor = self.aggregate_floor(maximum_wager, highest_odds, minimum_wager)
        if limit < floor:
            times = f", {rule.times} times" if rule.times > 1 else ""
            raise Refused(
                f"an aggregate payout limit of {dollars(limit)} is too low; {rule.cite} asks for {dollars(floor)} or "
                f"more: {dollars(maximum_wager)} at {Odds(highest_odds)}, counted to {rule.odds_counted_up_to} to 1"
                f"{times}"
            )

    def check_settings(self, settings: Mapping[str, str], game: str = "") -> None:
        """Refuse settings of a game, in words, other than those that it must be played with here."""
        for rule in self.required:
            if (not rule.games or game in rule.games) and settings.get(rule.setting, rule.value) != rule.value:
                raise Refused(
                    f"{rule.setting}={settings[rule.setting]} is not allowed in {self.place}; "
                    f"{rule.cite} asks for {rule.setting}={rule.value}"
                )

    def notices(self) -> list[str]:
        """What must be posted or displayed, each with its rule and source."""
        return [f"{notice.text} [{notice.cite}; {notice.source}]" for notice in self.posted]

    def warnings(self, uses_dice: bool) -> list[str]:
        """What a house should look into, each with its rule and source."""
        binding = (
            *(self.single_wager, self.least_wager, self.separate_games, self.aggregate_payout, self.carryover_pot),
            *(self.no_pots, self.skill_game, *self.required),
        )
        limits = [limit for limit in binding if limit]
        noted = [f"{limit.note} [{limit.cite}; {limit.source}]" for limit in limits if limit.note]
        cautions = [caution for caution in self.cautions if uses_dice or not caution.dice]
        return [*self.unknown, *noted, *(f"{caution.text} [{caution.cite}; {caution.source}]" for caution in cautions)]


def _check_cap(cap: SingleWager, placed: Mapping[str, int], later: int) -> None:
    for spot, cents in placed.items():
        if cents > cap.most:
            raise Refused(f"a {dollars(cents)} {_said(spot)} is too much; {_allows(cap)}")
    spot, cents = next(iter(placed.items()))
    if later > cap.most:
        raise Refused(
            f"a {dollars(cents)} {_said(spot)} may lead to a Play bet of {dollars(later)}; "
            f"{_allows(cap)}, so at most {dollars(cap.most * cents // later)}"
        )


def _check_least(rule: LeastWager, placed: Mapping[str, int]) -> None:
    for spot, cents in placed.items():
        if cents < rule.least:
            raise Refused(
                f"a {dollars(cents)} {_said(spot)} is too little; {rule.rule} asks for {dollars(rule.least)} a wager "
                f"({rule.days})"
            )


def _check_games(rule: SeparateGames, games: Mapping[str, int]) -> None:
    if len(games) > rule.most:
        raise Refused(f"{len(games)} separate games with one hand ({', '.join(games)}); {rule.cite} allows {rule.most}")
    above = [game for game, cents in games.items() if cents > rule.small]
    if rule.most_above_small is not None and len(above) > rule.most_above_small:
        raise Refused(
            f"{len(above)} separate games with more than {dollars(rule.small)} on them ({', '.join(above)}); "
            f"{rule.cite} allows {rule.most_above_small}"
        )


def _allows(cap: SingleWager) -> str:
    return f"{cap.rule} allows {dollars(cap.most)} a wager ({cap.days})"


def _said(spot: str) -> str:
    return spot.replace("-", " ").title()
