"""What is posted at a table: its limits, its smallest chip, how it pays, and whose law it is under."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any

import msgspec

from croupier.chips import Breakage, Cashier, Range, dollars
from croupier.english import listed
from croupier.errors import Refused, one_of
from croupier.jurisdictions import Jurisdiction, jurisdiction_named
from croupier.jurisdictions.file import PlaceFile
from croupier.odds import Odds
from croupier.table.settings import as_words

if TYPE_CHECKING:
    from croupier.table.game import Game, Spot
    from croupier.table.pot import Pot


@dataclass(frozen=True)
class Placard:
    """The posted terms of a table. Amounts are cents."""

    limits: Mapping[str, Range] = field(default_factory=dict)
    """Limits by betting spot, where they are not the game's usual ones."""
    chip: int = 100
    breakage: Breakage = "exact"
    jurisdiction: str = "unregulated"
    day: date = date(2026, 1, 1)
    """The day whose law applies."""
    aggregate_payout: int | None = None
    """The most the house pays in one round, if it is limited."""
    place: PlaceFile | None = None
    """The jurisdiction's own file, where it is not one of those that are known here."""

    @cached_property
    def cashier(self) -> Cashier:
        """How payouts are made up."""
        return Cashier(self.breakage, self.chip)

    @cached_property
    def law(self) -> Jurisdiction:
        """The jurisdiction's rules on that day."""
        if self.place is not None:
            return self.place.on(self.jurisdiction, self.day)
        return jurisdiction_named(self.jurisdiction, self.day)

    def limit(self, game: Game[Any], spot: str) -> Range:
        """The least and the most that may be bet on a spot; one that must match another has the other's limits."""
        rule = game.spot(spot)
        if rule.equals and spot not in self.limits:
            return self.limit(game, rule.equals)
        limit = self.limits.get(spot) or Range(rule.least, rule.most)
        least = self.law.least_wager.least if self.law.least_wager and not (rule.pot or rule.later) else 0
        if least > limit.most:
            raise Refused(f"{spot} takes {limit}, but no less than {self.law.least_wager} may be taken on it")
        return Range(least, limit.most) if least > limit.least else limit

    def posted(self, game: Game[Any]) -> Placard:
        """These terms, checked, with the limits that are truly taken: the law's, where it allows less than they do."""
        self.check(game)
        self.law.check_settings(as_words(game.settings), game.name)
        self.check_skill(game)
        limits = dict(self.limits)
        for spot in game.spots:
            if not (spot.later or spot.pot) and (spot.name in limits or not spot.equals):
                limit, most = self.limit(game, spot.name), self.most(game, spot)
                if most < limit.most:
                    limits[spot.name] = Range(limit.least, most)
        return replace(self, limits=limits)

    def most(self, game: Game[Any], spot: Spot) -> int:
        """The most that is taken on a spot, in cents, by the table's limits and the law together."""
        if spot.equals:
            return min(self.limit(game, spot.name).most, self.most(game, game.spot(spot.equals)))
        limit = self.limit(game, spot.name)
        low, high = -(-limit.least // self.chip), limit.most // self.chip
        self.check_law(game, self.together(game, spot, low * self.chip))
        while low < high:
            middle = (low + high + 1) // 2
            try:
                self.check_law(game, self.together(game, spot, middle * self.chip))
                low = middle
            except Refused:
                high = middle - 1
        return low * self.chip

    def together(self, game: Game[Any], spot: Spot, cents: int) -> dict[str, int]:
        """A bet on a spot with the least that must be bet besides it."""
        bets = {spot.name: cents}
        for other in game.spots:
            if other.required and other.name != spot.name and not other.equals:
                bets[other.name] = self.limit(game, other.name).least
        return bets | {other.name: bets[other.equals] for other in game.spots if other.equals in bets}

    def check(self, game: Game[Any]) -> None:
        """Refuse terms that do not fit the game or the law, or under which nothing can be bet."""
        spots = [spot.name for spot in game.spots if not spot.later and not spot.pot]
        for spot in self.limits:
            if spot not in spots:
                raise one_of("bet", spot, spots, f"the limits of {game.name}")
        _ = self.cashier, self.law, self.least_bets(game), game.new_pot(self)
        if self.aggregate_payout is not None:
            highest = max(
                (pay.value for table in game.paytables.values() for pay in table.odds.values()),
                default=Odds.parse("even").value,
            )
            largest = max(self.most(game, game.spot(spot)) for spot in spots)
            least = min(self.limit(game, spot).least for spot in spots)
            self.law.check_aggregate(self.aggregate_payout, largest, highest, least)

    def least_bets(self, game: Game[Any]) -> dict[str, int]:
        """The least that a round can be played with: on every required spot, or on the first that may stand alone."""
        opening = [spot for spot in game.spots if not spot.later and not spot.pot]
        required = [spot for spot in opening if spot.required]
        refusals = []
        for spots in [required] if required else [[spot] for spot in opening]:
            try:
                bets = {spot.name: self._least(game, spot) for spot in spots}
                self.check_bets(game, bets)
                game.check_bets(bets)
                return bets
            except Refused as error:
                refusals.append(error)
        raise Refused(f"nothing can be bet at this table: {refusals[0]}")

    def _least(self, game: Game[Any], spot: Spot) -> int:
        """The least whole chips that fit the limits of a spot and of those that must equal it."""
        first = spot.equals or spot.name
        equal = [other.name for other in game.spots if first in (other.name, other.equals)]
        limits = {name: self.limit(game, name) for name in equal}
        least, most = max(limit.least for limit in limits.values()), min(limit.most for limit in limits.values())
        if least > most:
            taken = listed(f"{name} takes {limit}" for name, limit in limits.items())
            raise Refused(f"{taken}, but they must be equal; give them limits that overlap")
        whole = -(-least // self.chip) * self.chip
        if whole > most:
            raise Refused(
                f"{first} takes {Range(least, most)} and the smallest chip is {dollars(self.chip)}; "
                "give it limits with whole chips between them"
            )
        return whole

    def check_bets(self, game: Game[Any], bets: Mapping[str, int]) -> None:
        """Refuse bets that the law does not allow, naming its rule, or outside the limits, naming the limit."""
        self.check_law(game, bets)
        for spot, cents in bets.items():
            if game.spot(spot).pot:
                continue
            limit = self.limit(game, spot)
            if cents not in limit:
                raise Refused(f"{dollars(cents)} on {spot} is outside this table's limits; it takes {limit}")
            if cents % self.chip:
                raise Refused(f"{dollars(cents)} on {spot} is not whole chips; the smallest is {dollars(self.chip)}")

    def check_skill(self, game: Game[Any]) -> None:
        """Refuse a game in which nobody decides anything where the law wants one of skill."""
        rule = self.law.skill_game
        if rule is not None:
            from croupier.table.rehearsal import has_decisions

            if not has_decisions(game):
                raise Refused(f"{game.title} is not allowed in {self.law.place}: {rule.cite} asks for decisions")

    def check_pot(self, title: str, pot: Pot | None) -> None:
        """Refuse a wager on a pot that is not there, or that the law does not allow, naming its rule."""
        if pot is None or not self.allows(pot):
            why = f": {self.law.no_pots.cite} allows none" if self.law.no_pots else ""
            why = f": {self.law.carryover_pot}" if self.law.carryover_pot and not why else why
            raise Refused(f"{title} has no pot at this table{why}")

    def allows(self, pot: Pot) -> bool:
        """Whether the law allows a pot that goes on from round to round."""
        rule = self.law.carryover_pot
        if self.law.no_pots is not None:
            return False
        return rule is None or rule.allows(pot.last_game, pot.dealer_competes)

    def check_law(self, game: Game[Any], bets: Mapping[str, int]) -> None:
        """Refuse bets that the law does not allow together."""
        separate = {spot.name: spot.wager for spot in game.spots}
        self.law.check(bets, separate, game.largest_later_bet(bets))

    def to_json(self) -> dict[str, Any]:
        """The placard as plain values."""
        limits = {spot: [limit.least, limit.most] for spot, limit in self.limits.items()}
        words = _PlacardWords(
            *(limits, self.chip, self.breakage, self.jurisdiction, self.day, self.aggregate_payout),
            place=msgspec.UNSET if self.place is None else self.place,
        )
        return dict(msgspec.to_builtins(words))

    @classmethod
    def from_json(cls, words: Mapping[str, Any]) -> Placard:
        """The placard that was written."""
        try:
            read = msgspec.convert(dict(words), _PlacardWords)
        except msgspec.ValidationError as error:
            raise Refused(f"this is not a placard: {error}") from None
        limits = {spot: Range(least, most) for spot, (least, most) in read.limits.items()}
        place = None if read.place is msgspec.UNSET else read.place
        return cls(limits, read.chip, read.breakage, read.jurisdiction, read.day, read.aggregate_payout, place)


class _PlacardWords(msgspec.Struct, forbid_unknown_fields=True):
    limits: dict[str, Annotated[list[int], msgspec.Meta(min_length=2, max_length=2)]]
    chip: int
    breakage: Breakage
    jurisdiction: str
    day: date
    aggregate_payout: int | None
    place: PlaceFile | msgspec.UnsetType = msgspec.UNSET
