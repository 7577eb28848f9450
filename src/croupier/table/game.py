"""What a game is: its bets, its paytables and settings, and the procedure of one round."""

from __future__ import annotations

import sys
import tomllib
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, Self

import msgspec

from croupier import __version__
from croupier.build import full_version
from croupier.cards import Card
from croupier.chips import Cashier
from croupier.errors import Refused, one_of
from croupier.odds import PayTable
from croupier.table.settings import S, Settings, read

if TYPE_CHECKING:
    from croupier.table.decisions import Betting, Decision, Option
    from croupier.table.placard import Placard
    from croupier.table.pot import Pot
    from croupier.table.table import Table
    from croupier.table.view import View


Procedure = Generator["Decision | Betting", "Option", None]
"""A round under way: it yields where people must decide and is sent the option taken."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A betting spot in front of a seat."""

    name: str
    label: str
    required: bool = False
    equals: str | None = None
    """The spot whose bet this one must match."""
    later: bool = False
    """Whether it is bet on in the middle of a round, by a decision, and not at the start."""
    pot: bool = False
    """Whether it is the wager for a pot among players, whose price the pot sets."""
    wager: str = "main"
    """The separate wager it is part of, for limits that count wagers."""
    unit: str = ""
    """What one unit of its wager is called, if it is the first spot of that and its name does not say it."""
    least: int = 500
    """The least that is usually bet on it, in cents; a table's placard may say otherwise."""
    most: int = 50_000


@dataclass(frozen=True, slots=True)
class Question:
    """What a solver is asked about a decision: the cards a player holds, those on the board, and which game it is."""

    cards: tuple[Card, ...]
    board: tuple[Card, ...] = ()
    variant: str | None = None
    stake: int = 100
    """What one unit is, in cents: it matters where prizes are flat."""
    with_pot: str | None = None
    """The variant with the player's part of the pot, where there is one: not every solver can count it."""


@dataclass(frozen=True, slots=True)
class PayBet:
    """A bet that has a paytable: its rows, best first."""

    name: str
    label: str
    rows: tuple[str, ...]
    ranked: bool = True
    """Whether the rows are hands in order, so that a better one should not pay less."""
    flat_prizes: bool = True
    """Whether a row may pay a prize in dollars, whatever is bet."""

    def check(self, table: PayTable) -> None:
        """Refuse a table that this bet cannot be paid by."""
        table.check_rows(self.rows)
        if table.fixed and not self.flat_prizes:
            raise Refused(f"the {self.name} paytable {table.name!r} has fixed prizes; {self.label} pays odds only")


class Release(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The program that made something: version and commit of Croupier, and the behaviour version of the game."""

    croupier: str
    behaviour: int


GAMES: Final = Path(__file__).parent.parent / "games"
"""Where the files lie that several games share."""


class Game(ABC, Generic[S]):
    """A table game with its paytables chosen and its settings decided; it never changes."""

    name: ClassVar[str]
    title: ClassVar[str]
    sentence: ClassVar[str]
    """What the game is, in one sentence."""
    document: ClassVar[str]
    """The prefix of its rule ids: `OTD`."""
    felt: ClassVar[str] = "#0f4a34"
    """The colour of its felt."""
    uses_dice: ClassVar[bool] = False
    conditions: ClassVar[tuple[tuple[str, str], ...]] = ()
    """What the document asks for besides the round, such as the shuffler's mode, each by a word for it."""
    seats: ClassVar[int]
    """The most players that the pack or the layout allows."""
    own_cards: ClassVar[tuple[int, int]] = (1, 52)
    """The fewest and the most cards of their own that players decide on."""
    spots: ClassVar[tuple[Spot, ...]]
    pay_bets: ClassVar[tuple[PayBet, ...]] = ()
    pot_kind: ClassVar[type[Pot] | None] = None
    """The kind of its pot, if it has one, also where the law does not let it open."""
    short_strategy: ClassVar[ShortStrategy | None] = None
    """How a person who remembers little plays it, if that is written down."""
    Settings: ClassVar[type[Any]] = Settings
    cashier: Cashier | None = None
    """How the mathematics pays a stake; without one nothing is rounded."""
    behaviour: ClassVar[int] = 1
    """The behaviour version, raised when rounds or numbers of the game move."""

    def __init__(self, settings: S | None = None, paytables: Mapping[str, PayTable] | None = None) -> None:
        self.settings: S = settings if settings is not None else self.Settings()
        printed = self.printed()
        self.paytables: dict[str, PayTable] = {
            bet.name: next(iter(printed[bet.name].values())) for bet in self.pay_bets
        }
        for bet, table in (paytables or {}).items():
            self.pay_bet(bet).check(table)
            self.paytables[bet] = table

    @classmethod
    def choose(
        cls,
        settings: Mapping[str, str] | None = None,
        paytables: Mapping[str, str] | None = None,
        custom: tuple[PayTable, ...] = (),
    ) -> Self:
        """Return the game with the named settings and printed paytables, and with custom paytables."""
        chosen = {bet: cls.paytable(bet, name) for bet, name in (paytables or {}).items()}
        for table in custom:
            cls.pay_bet(table.bet)
            printed = cls.printed()[table.bet].get(table.name, table)
            if (printed.odds, printed.fixed) != (table.odds, table.fixed):
                raise Refused(f"{table.name!r} is a printed {table.bet} paytable; give yours another name")
            if table.bet in chosen:
                raise Refused(f"two paytables are given for {table.bet}: {chosen[table.bet].name} and {table.name}")
            chosen[table.bet] = table
        return cls(read(cls.Settings, settings or {}, cls.name), chosen)

    @classmethod
    def check_release(cls, release: Release) -> None:
        """Refuse something that was made with another behaviour version of the game."""
        if release.behaviour != cls.behaviour:
            raise Refused(
                f"Croupier {release.croupier} made it with behaviour version {release.behaviour} of {cls.name}; "
                f"Croupier {__version__} has version {cls.behaviour} and cannot deal it again"
            )

    def paid(self, cashier: Cashier | None) -> Self:
        """Return the same game for a mathematics that pays as this cashier does."""
        same = copy(self)
        same.cashier = cashier
        return same

    @property
    def release(self) -> Release:
        """The release that is written into everything made with this game."""
        return Release(full_version(), self.behaviour)

    @classmethod
    def folder(cls) -> Path:
        """The folder of the game's rules.py, where everything else about it lies."""
        return Path(sys.modules[cls.__module__].__file__ or "").resolve().parent

    @classmethod
    def pay_bet(cls, name: str) -> PayBet:
        """The bet of that name that has a paytable."""
        for bet in cls.pay_bets:
            if bet.name == name:
                return bet
        raise one_of("bet", name, [bet.name for bet in cls.pay_bets], f"a paytable of {cls.name}")

    @classmethod
    def paytable(cls, bet: str, name: str) -> PayTable:
        """A printed paytable."""
        tables = cls.printed()[cls.pay_bet(bet).name]
        if name not in tables:
            raise one_of("paytable", name, list(tables), f"{cls.name} {bet}")
        return tables[name]

    @classmethod
    def printed(cls) -> dict[str, dict[str, PayTable]]:
        """Every printed paytable by bet and name, the default of each bet first."""
        return _printed(cls)

    @classmethod
    def spot(cls, name: str) -> Spot:
        """The betting spot of that name."""
        for spot in cls.spots:
            if spot.name == name:
                return spot
        raise one_of("bet", name, [spot.name for spot in cls.spots if not spot.later], cls.name)

    def requires(self, spot: Spot, bets: Mapping[str, int]) -> bool:
        """Whether somebody who places these bets must bet on a spot too."""
        return spot.required

    def check_bets(self, bets: Mapping[str, int]) -> None:
        """Refuse bets that this game does not take together; the spots' own rules have been checked."""

    def largest_later_bet(self, bets: Mapping[str, int]) -> int:
        """The most that these bets may lead a player to put on one spot later in the round, in cents."""
        return 0

    def folded_wins_pot(self) -> bool:
        """Whether a player who folds can still win the pot of that round."""
        return False

    def new_pot(self, placard: Placard) -> Pot | None:
        """The pot that players may compete for at a table with these terms, if the game has one."""
        return None

    def automatic(self, view: View) -> str:
        """What an automatic seat answers to what it is asked; where a game does not say, what is first but a fold."""
        return next((answer for answer in view.legal if answer != "fold"), view.legal[0])

    def about_bets(self) -> Mapping[str, str]:
        """What its bets and bonuses are, by name, in words to a player who learns the game; others are described."""
        return {}

    def so_far(self, view: View) -> str:
        """What the cards that a player decides on come to, in words, where a count must be kept: `13, or a soft 3`."""
        return ""

    def question(self, view: View) -> Question | None:
        """The decision that a seat is asked, as `advise` takes it; None where there is nothing to advise on."""
        if not view.own():
            return None
        return self.asked_with_bets(view, view.common(*view.places))

    def asked_with_bets(self, view: View, board: tuple[Card, ...] = ()) -> Question:
        """A question about the cards a seat sees, and about all bets that it really has: `main=1,trips=1/5`."""
        staked: dict[str, int] = {}
        for spot in self.spots:
            if not (spot.later or spot.pot) and view.bet(spot.name):
                staked.setdefault(spot.wager, view.bet(spot.name))
        unit = next(iter(staked.values()), 100)
        together = ",".join(f"{wager}={Fraction(cents, unit)}" for wager, cents in staked.items())
        with_pot = ",".join(filter(None, (together, pot))) if (pot := self._part_of_pot(view, unit)) else None
        return Question(view.own(), board, together if len(staked) > 1 else None, unit, with_pot)

    def _part_of_pot(self, view: View, unit: int) -> str:
        """What a seat that competes for the pot has in it, in units; nothing once somebody has folded out of it."""
        from croupier.table.placard import Placard  # which itself looks at games

        pot, about = self.new_pot(Placard()), view.pot
        if pot is None or about is None:
            return ""
        competing = [seat for seat in view.seats if seat.player in about["in"]]
        gone = any(seat.folded for seat in competing) and not self.folded_wins_pot()
        if gone or view.seat not in [seat.number for seat in competing]:
            return ""
        spot = next(spot.name for spot in self.spots if spot.pot)
        part = Fraction(about["balance"], unit * (len(competing) + pot.dealer_competes))
        rake = pot.rake_in_wagers * about["price"] / unit
        return f"{spot}={part},participants={len(competing)},rake={rake}"

    @abstractmethod
    def round(self, table: Table) -> Procedure:
        """One round, in the order the dealer works."""


def short_strategy_of(game: Game[Any]) -> ShortStrategy:
    """The short strategy of a game that has one."""
    if game.short_strategy is None:
        raise Refused(f"{game.name} has no short strategy; its rules.py gives none")
    return game.short_strategy


class _TableFile(msgspec.Struct, forbid_unknown_fields=True):
    bet: str
    name: str
    pays: dict[str, Any] = {}
    fixed: dict[str, Any] = {}
    claims: dict[str, str] = {}

    def build(self) -> PayTable:
        return PayTable.build(self.bet, self.name, self.pays, self.fixed, self.claims)


class _PaytablesFile(msgspec.Struct):
    shared: list[str] = []
    paytable: list[_TableFile] = []


@cache
def _printed(game: type[Game[Any]]) -> dict[str, dict[str, PayTable]]:
    own = _paytables(game.folder() / "paytables.toml") if game.pay_bets else _PaytablesFile()
    listed = list(own.paytable)
    for file in _shared(game, own):
        listed += _paytables(file).paytable
    printed: dict[str, dict[str, PayTable]] = {bet.name: {} for bet in game.pay_bets}
    for entry in listed:
        table = entry.build()
        game.pay_bet(table.bet).check(table)
        printed[table.bet][table.name] = table
    for bet, tables in printed.items():
        if not tables:
            raise Refused(f'the paytables.toml of {game.name} has no table for {bet}; write one with bet = "{bet}"')
    return printed


def shared_paytables(game: type[Game[Any]]) -> list[Path]:
    """Return the files of paytables that the game's own file takes in."""
    return _shared(game, _paytables(game.folder() / "paytables.toml"))


def _shared(game: type[Game[Any]], own: _PaytablesFile) -> list[Path]:
    besides = (game.folder().parent / name for name in own.shared)
    return [beside if beside.is_file() else GAMES / beside.name for beside in besides]


def _paytables(file: Path) -> _PaytablesFile:
    try:
        return msgspec.convert(tomllib.loads(file.read_text("utf-8")), _PaytablesFile)
    except FileNotFoundError:
        raise Refused(f"there is no {file.name} in {file.parent}; it has the paytables of the bets") from None
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise Refused(f"{file.name}: {error}") from None


def read_paytable_file(path: Path) -> PayTable:
    """A paytable of one's own from a file: bet, name, `[pays]` and `[fixed]`."""
    try:
        words = tomllib.loads(path.read_text("utf-8-sig"))
    except OSError as error:
        raise Refused(f"cannot read paytable file {path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise Refused(f"paytable file {path} is not text") from None
    except tomllib.TOMLDecodeError as error:
        raise Refused(f"paytable file {path} is not TOML: {error}") from None
    try:
        return msgspec.convert(words, _TableFile).build()
    except msgspec.ValidationError as error:
        raise Refused(f"paytable file {path}: {error}; it has bet, name, [pays] and, if need be, [fixed]") from None
    except Refused as error:
        raise Refused(f"paytable file {path}: {error}") from None


@dataclass(frozen=True)
class BetGroup:
    """Spots whose results are told together, as one bet."""

    name: str
    spots: frozenset[str]
    opens: tuple[str, ...]
    """Those that are bet on before the deal."""
    unit: str
    """What one unit is called: the first spot, or `bet` if there is no other."""
    table: str
    """The bet whose paytable the return table shows; none if there is none."""

    def staked(self, units: Fraction | int = 1) -> dict[str, Fraction | int]:
        """So many units on each of its spots."""
        return dict.fromkeys(self.opens, units)


def bet_groups(game: Game[Any]) -> list[BetGroup]:
    """The bets of a game, by the wager that their spots are part of; a pot is none of them.

    What is paid under a name that is no spot, such as an Ante Bonus, is part of the first.
    """
    return list(_groups(tuple(game.spots), tuple(game.pay_bets)))


@lru_cache(maxsize=64)
def _groups(of_game: tuple[Spot, ...], pay_bets: tuple[PayBet, ...]) -> list[BetGroup]:
    spots = [spot for spot in of_game if not spot.pot]
    loose = {bet.name for bet in pay_bets if "/" not in bet.name} - {spot.name for spot in spots}
    groups: list[BetGroup] = []
    for name in dict.fromkeys(spot.wager for spot in spots):
        own = [spot for spot in spots if spot.wager == name]
        names = frozenset(spot.name for spot in own) | (loose - {spot.wager for spot in spots} if not groups else set())
        tables = [bet.name for bet in pay_bets if bet.name in names or bet.name == name]
        opens = tuple(spot.name for spot in own if not spot.later)
        unit = own[0].unit or (own[0].name if len(own) > 1 else "bet")
        groups.append(BetGroup(name, names, opens, unit, tables[0] if tables else ""))
    return groups


Choose = Callable[[Sequence[Card], Sequence[str], str], str]
"""The answer with the cards that a player sees, out of those that are legal, in a variant."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One line of a strategy card; the first rule whose sentence fits the hand decides."""

    sentence: str
    action: str
    kinds: int = 1
    """How many kinds of hands the sentence names, each of which a person has to remember."""

    @property
    def whole(self) -> str:
        """The whole sentence, also where the card only names a hand.

        >>> Rule("a pair, or two", "hold one pair").whole, Rule("Fold everything else.", "fold").whole
        ('With a pair, or two, hold one pair.', 'Fold everything else.')
        """
        named_only = not self.sentence[:1].isupper()
        return f"With {self.sentence}, {self.action}." if named_only else self.sentence


@dataclass(frozen=True, slots=True)
class ShortStrategy:
    """A strategy card, and what it answers."""

    rules: Mapping[str, tuple[Rule, ...]]
    """By variant of the game; under "" where the game is one."""
    choose: Choose
    by_ranks: bool = False
    """Whether it looks at nothing but the ranks and at how many cards the longest suit has."""
    fitting: Callable[[Sequence[Card], Sequence[str], str], tuple[Rule, ...]] | None = None
    """The rules that decide a hand, asked as `choose` is."""

    def deciding(self, cards: Sequence[Card], legal: Sequence[str], variant: str = "") -> tuple[Rule, ...]:
        """The rules that decide a hand; where that is not written down, the one rule whose action is the answer."""
        here = "" if "" in self.rules else variant
        if self.fitting is not None:
            return self.fitting(cards, legal, here)
        answer = self.choose(cards, legal, here)
        named = tuple(rule for rule in self.rules.get(here, ()) if rule.action == answer)
        return named if len(named) == 1 else ()
