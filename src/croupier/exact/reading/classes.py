"""Endings of a round in classes that are paid alike: by the row of the final hand, and against the dealer's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise, product
from random import Random
from typing import Any, ClassVar, Final

from croupier.arrays import Ints
from croupier.cards import DECK, Card, rank_plural
from croupier.exact.futures import by_poker_row
from croupier.exact.reading.chosen_rounds import Scene, Settlement, Unread, Way
from croupier.exact.reading.endings import Endings
from croupier.exact.reading.example_hands import RANKERS, Cards, Kind, examples, hand_of, in_other_suits, kind_of
from croupier.exact.reading.kept_readings import kept_reading
from croupier.exact.result import Result
from croupier.hands import Hand
from croupier.odds import PayTable
from croupier.table.game import Game

Ending = tuple[str, Result | None]
"""The row of the final hand, and how it did against the dealer's where there is a dealer."""

FIRST, FINAL = "first", "final"
"""What a bet may be paid on: the cards at the first decision, or those at the end."""
BY_SUIT: Final = sorted(DECK, key=lambda card: (card.suit, card.rank))
BESIDE: Final = (DECK, BY_SUIT, BY_SUIT[::5] + BY_SUIT[1::5] + BY_SUIT[2::5] + BY_SUIT[3::5] + BY_SUIT[4::5])
"""Cards that lie beside those that an ending is about: four of a kind, a straight flush, nothing much."""
SPLITS: Final = 160
"""Ways to divide the hands of a row between player and board, at least."""
DEALERS: Final = 300
QUALIFIERS: Final = 12_000
AUDITED: Final = 120
"""Rounds that are dealt at random and held against what was read."""
"""Dealer's hands that are tried to find out with which he qualifies."""


@dataclass(frozen=True)
class EndingCards:
    """Cards that bring an ending about: of the final hand, in the order of the deal, and the dealer's."""

    final: Cards
    dealer: Cards = ()

    def __str__(self) -> str:
        against = f" against {' '.join(map(str, self.dealer))}" if self.dealer else ""
        return " ".join(map(str, self.final)) + against


@dataclass(frozen=True)
class Form:
    """How endings are told apart."""

    ranking: str
    row_of: Callable[[Hand], str]
    dealt: Mapping[Ending, Sequence[EndingCards]]
    """Some cards for every ending that there is."""
    qualifier: Hand | None = None
    """The least hand with which the dealer qualifies, where that makes a difference."""

    @property
    def rows(self) -> tuple[str, ...]:
        """The rows of final hands."""
        return tuple(dict.fromkeys(row for row, _ in self.dealt))


class BetsRead:
    """A player with certain bets, read: the ways through a round, and what the spots net at each ending."""

    def __init__(
        self,
        game: Game[Any],
        bets: Mapping[str, Fraction | int],
        spots: frozenset[str],
        opening: str = "",
        stake: Fraction | int = 1,
        paid_on: str = FINAL,
    ) -> None:
        self.game, self.bets, self.spots, self.opening, self.stake = game, dict(bets), spots, opening, stake
        self.paid_on = paid_on
        self.endings = Endings(game, bets, opening, stake)
        self.ways = self.endings.ways
        self.live = self.endings.derived("live", lambda: max(self.ways, key=_how_far))
        """The way that is played to the end with the most at stake and the most cards exchanged."""
        self._settled: dict[tuple[tuple[int, ...], Ending], Settlement] = {}

    @cached_property
    def form(self) -> Form:
        """How its endings are told apart, which does not depend on the paytables."""
        bets = tuple((spot, 1) for spot in self.bets)
        return form_of(type(self.game), self.game.settings, bets, self.spots, self.opening, self.paid_on)

    def slots(self, way: Way) -> tuple[int, ...]:
        """The cards that the spots are paid on, by their place in the deal."""
        return way.final if self.paid_on == FINAL else way.asked[0].seen

    def cards(self, way: Way, dealt: EndingCards, others: Sequence[Card] = DECK) -> list[Card]:
        """Cards in the order of the deal that bring an ending about, with others beside them."""
        chosen: list[Card | None] = [None] * way.cards
        for slots, cards in ((self.slots(way), dealt.final), (way.dealer, dealt.dealer)):
            for slot, card in zip(slots, cards, strict=False):
                chosen[slot] = card
        rest = (card for card in others if card not in dealt.final and card not in dealt.dealer)
        return [next(rest) if card is None else card for card in chosen]

    def settled(self, way: Way, ending: Ending) -> Settlement:
        """What comes of a way that ends so."""
        known = self._settled.get((way.answers, ending))
        if known is None:
            dealt = self.form.dealt[ending][0]
            key = way.answers, ending, self.paid_on
            known = self.endings.read(key, lambda: self.cards(way, dealt), way.answers)
            self._settled[way.answers, ending] = known
        return known

    def net(self, way: Way, ending: Ending, spots: frozenset[str]) -> Fraction:
        """What some spots net together on a way that ends so."""
        return self.settled(way, ending).net(spots)


@kept_reading
def form_of(
    kind: type[Game[Any]],
    settings: Any,
    bets: tuple[tuple[str, Fraction | int], ...],
    spots: frozenset[str],
    opening: str,
    paid_on: str,
    thorough: bool = False,
) -> Form:
    """Read twice, as paytables are and with every row paying something else, so that whatever differs shows."""
    probes = {
        bet.name: PayTable.build(
            bet.name, "probe", {row: f"{1009 + 100 * of + 2 * at}:1" for at, row in enumerate(bet.rows)}
        )
        for of, bet in enumerate(kind.pay_bets)
    }
    readings = [
        BetsRead(kind(settings, tables), dict(bets), spots, opening, paid_on=paid_on) for tables in (probes, {})
    ]
    way, reasons = readings[0].live, []
    upcards = any(asked.upcards for way in readings[0].ways for asked in way.asked)
    if upcards and (way.shared or len(way.asked) > 1):
        raise Unread("the player sees a card of the dealer's, and a board or another decision besides")
    size = len(readings[0].slots(way))
    if any(len(readings[0].slots(other)) != size for other in readings[0].ways if not other.folded):
        raise Unread("hands that are played to the end are not of equally many cards")
    against = len(way.dealer) + len(way.shared)
    for ranking, cards in RANKERS:
        if cards == size and (paid_on == FIRST or not way.dealer or (ranking, against) in RANKERS):
            try:
                classes = _Classes(readings, ranking, thorough)
                form = classes.form()
                classes.audit(form)
                return form
            except Unread as reason:
                reasons.append(str(reason))
    raise Unread("; ".join(reasons) or f"no way to rank {size} cards, or {against} of the dealer's, is known")


class _Named:
    """The row of a hand by its row and leading rank; the same object for the same names, for rows are told by it."""

    _known: ClassVar[dict[frozenset[tuple[Kind, str]], _Named]] = {}

    def __new__(cls, names: Mapping[Kind, str]) -> _Named:
        return cls._known.setdefault(frozenset(names.items()), super().__new__(cls))

    def __init__(self, names: Mapping[Kind, str]) -> None:
        self.names = names

    def __reduce__(self) -> tuple[Any, ...]:
        return _Named, (dict(self.names),)

    def __call__(self, hand: Hand) -> str:
        return self.names.get(kind_of(hand), hand.row)


class _Classes:
    """Endings being sorted, hands being ranked in one way."""

    def __init__(self, readings: Sequence[BetsRead], ranking: str, thorough: bool) -> None:
        self.readings, self.ranking, self.thorough = readings, ranking, thorough
        self.live = readings[0].live

    def form(self) -> Form:
        if not self.live.dealer or self.readings[0].paid_on == FIRST:
            return self._by_row()
        return self._by_showdown()

    def _by_row(self) -> Form:
        """Rows are taken apart by leading rank where that makes a difference."""
        kinds = examples(self.ranking, len(self.readings[0].slots(self.live)))
        dealt = {kind: [EndingCards(hand) for hand in hands] for kind, hands in kinds.items()}
        paid = {kind: self._paid(alike) for kind, alike in dealt.items()}
        names: dict[Kind, str] = {}
        for row in dict.fromkeys(row for row, _ in kinds):
            leads = [lead for of, lead in kinds if of == row]
            runs: list[list[int]] = [leads[:1]]
            for before, lead in pairwise(leads):
                if paid[row, lead] == paid[row, before]:
                    runs[-1].append(lead)
                else:
                    runs.append([lead])
            for run in runs:
                name = self._row_paid(dealt[row, run[0]][0])
                if not name or any(paid[kind] != paid[row, run[0]] for kind, other in names.items() if other == name):
                    name = row if len(runs) == 1 else _run_name(row, run, leads)
                names |= dict.fromkeys([(row, lead) for lead in run], name)
        endings: dict[Ending, list[EndingCards]] = {}
        for kind, alike in dealt.items():
            endings.setdefault((names[kind], None), []).extend(alike)
        plain = all(name == row for (row, _), name in names.items())
        return Form(self.ranking, by_poker_row if plain else _Named(names), endings)

    def _row_paid(self, dealt: EndingCards) -> str:
        """The row by which paytables pay a hand, if they agree on one: in the probes each row has odds of its own."""
        reading = self.readings[0]
        pays = reading.endings.scene.settle(reading.cards(self.live, dealt), self.live.answers).pays
        rows = {
            row
            for spot, words in pays.items()
            if spot in reading.spots
            for table in reading.game.paytables.values()
            for row, odds in table.odds.items()
            if str(odds) == words
        }
        return rows.pop() if len(rows) == 1 else ""

    def _by_showdown(self) -> Form:
        """Rows of the player's hand, and whether the dealer's is better, as good or worse, and good enough."""
        found: dict[Ending, list[tuple[EndingCards, Hand]]] = {}
        for dealt in self._showdowns():
            mine, dealers = self.hands(dealt)
            how = Result.WIN if mine > dealers else Result.TIE if mine == dealers else Result.LOSE
            found.setdefault((mine.row, how), []).append((dealt, dealers))
        qualifier = self._qualifier(found)
        endings: dict[Ending, list[EndingCards]] = {}
        if qualifier is not None:
            self._add_any(found)
        for (row, result), each in found.items():
            for dealt, dealers in each:
                short = 3 if qualifier is not None and dealers < qualifier else 0
                alike = endings.setdefault((row, Result((result or 0) + short)), [])
                if len(alike) < 3:
                    alike.append(dealt)
        for alike in endings.values():
            self._paid(alike)
        return Form(self.ranking, by_poker_row, endings, qualifier)

    def _add_any(self, found: dict[Ending, list[tuple[EndingCards, Hand]]]) -> None:
        """Add deals at random: a qualifier makes endings that hands of every kind do not come to."""
        random, mine = Random(9), len(self.live.final)
        for _ in range(QUALIFIERS // 2):
            cards = random.sample(DECK, mine + len(self.live.dealer))
            dealt = EndingCards(tuple(cards[:mine]), tuple(cards[mine:]))
            hand, dealers = self.hands(dealt)
            how = Result.WIN if hand > dealers else Result.TIE if hand == dealers else Result.LOSE
            found.setdefault((hand.row, how), []).append((dealt, dealers))

    def hands(self, dealt: EndingCards) -> tuple[Hand, Hand]:
        """The player's hand and the dealer's."""
        shared = [card for slot, card in zip(self.live.final, dealt.final, strict=True) if slot in self.live.shared]
        return hand_of(self.ranking, dealt.final), hand_of(self.ranking, (*dealt.dealer, *shared))

    def _showdowns(self) -> Iterator[EndingCards]:
        """Hands of every kind against hands of every kind, and against hands as good."""
        random, live = Random(7), self.live
        dealer = len(live.dealer)
        players = [hand for hands in examples(self.ranking, len(live.final)).values() for hand in hands]
        if live.shared:
            own = len(live.final) - len(live.shared)
            of_row = Counter(hand_of(self.ranking, hand).row for hand in players)
            for hand in players:
                rest = [card for card in DECK if card not in hand]
                for split in range(max(4, SPLITS // of_row[hand_of(self.ranking, hand).row])):
                    cards = random.sample(hand, len(hand)) if split else hand
                    board, mine = iter(cards[:-own]), iter(cards[-own:])
                    final = tuple(next(board if slot in live.shared else mine) for slot in live.final)
                    for _ in range(6):
                        yield EndingCards(final, tuple(random.sample(rest, dealer)))
                    for against in _as_good_or_higher(cards[:-own], cards[-own:], rest):
                        if len(against) == dealer:
                            yield EndingCards(final, against)
            return
        dealers = [hand for hands in examples(self.ranking, dealer).values() for hand in hands[:1]]
        for hand in players:
            rest = [card for card in DECK if card not in hand]
            for same in in_other_suits(hand):
                left = [card for card in rest if card not in same]
                yield EndingCards(hand, same[:dealer] + tuple(random.sample(left, max(0, dealer - len(same)))))
            for other in dealers:
                if not set(other) & set(hand):
                    yield EndingCards(hand, other)
            yield EndingCards(hand, tuple(random.sample(rest, dealer)))

    def _qualifier(self, found: Mapping[Ending, Sequence[tuple[EndingCards, Hand]]]) -> Hand | None:
        """The least hand of the dealer's from which on a player's result is paid otherwise."""
        for result in (Result.WIN, Result.LOSE):
            for (_, how), each in found.items():
                if how is result and len({dealers.category for _, dealers in each}) > 2:
                    split = self._split(each)
                    if split is not None:
                        return split
        return None

    def _split(self, each: Sequence[tuple[EndingCards, Hand]]) -> Hand | None:
        order = sorted(each, key=lambda one: one[1])
        reading, paid = self.readings[0], []
        for dealt, dealers in order[:: max(1, len(order) // (DEALERS if self.thorough else 24))]:
            paid.append((dealers, _nets(reading, self.live, reading.cards(self.live, dealt))))
        changes = [at for at in range(1, len(paid)) if paid[at][1] != paid[at - 1][1]]
        if not changes:
            return None
        finer = [(dealers, _nets(reading, self.live, reading.cards(self.live, dealt))) for dealt, dealers in order]
        low = max((dealers for dealers, nets in finer if nets == paid[0][1]), default=paid[0][0])
        high = min(dealers for dealers, nets in finer if nets != paid[0][1])
        if low >= high:
            raise Unread("what is paid depends on the dealer's hand in more ways than whether he qualifies")
        if not self.live.shared:
            low, high = self._between(order[-1][0].final, low, high, paid[0][1])
        return next(least for least in _least_hands(high) if low < least <= high)

    def _between(self, final: Cards, low: Hand, high: Hand, short: dict[str, Fraction]) -> tuple[Hand, Hand]:
        """Two dealer's hands, one short and one not, with none between them that a sampled deal has."""
        random, reading = Random(3), self.readings[0]
        rest = [card for card in DECK if card not in final]
        mine = hand_of(self.ranking, final)
        found: dict[Hand, Cards] = {}
        for _ in range(QUALIFIERS):
            cards = tuple(random.sample(rest, len(self.live.dealer)))
            dealers = RANKERS[self.ranking, len(cards)](cards)
            if low < dealers < high and dealers < mine:
                found.setdefault(dealers, cards)
        order = sorted(found)
        while order:
            middle = len(order) // 2
            dealt = EndingCards(final, found[order[middle]])
            if _nets(reading, self.live, reading.cards(self.live, dealt)) == short:
                low, order = order[middle], order[middle + 1 :]
            else:
                high, order = order[middle], order[:middle]
        return low, high

    def audit(self, form: Form) -> None:
        """Deal rounds of every kind of hand, and any others, by ways at random, and hold them against their classes.

        What is paid must also grow with the bets, so every fourth round is dealt for seven times as much.
        """
        self._form = form
        random, size = Random(5), len(self.readings[0].slots(self.live))
        kinds = [hand for hands in examples(self.ranking, size).values() for hand in hands[:2]]
        scenes = [reading.endings.scene for reading in self.readings]
        larger = [Scene(reading.game, reading.bets, reading.opening, times=7) for reading in self.readings]
        for number, hand in enumerate([*kinds, *[()] * AUDITED]):
            reading, way = self.readings[number % 2], random.choice(self.readings[0].ways)
            others = random.sample(DECK, len(DECK))
            cards = reading.cards(way, EndingCards(tuple(random.sample(hand, len(hand)))), others)
            ending = self._ending(form, reading, way, cards)
            if ending is not None and ending in form.dealt:
                scene = larger[number % 2] if number % 4 == 3 else scenes[number % 2]
                self._hold(reading, way, ending, cards, scene.settle(cards, way.answers))

    def _ending(self, form: Form, reading: BetsRead, way: Way, cards: Sequence[Card]) -> Ending | None:
        """How a round ends, as the solver will count it; None for one that a fold ends unseen."""
        slots = reading.slots(way)
        if len(slots) != len(reading.slots(self.live)):
            return None if not way.folded else next(iter(form.dealt))
        hand = hand_of(self.ranking, tuple(cards[slot] for slot in slots))
        if not way.dealer or reading.paid_on == FIRST:
            return form.row_of(hand), None
        dealers = hand_of(self.ranking, tuple(cards[slot] for slot in (*way.dealer, *way.shared)))
        how = Result.WIN if hand > dealers else Result.TIE if hand == dealers else Result.LOSE
        short = 3 if form.qualifier is not None and dealers < form.qualifier else 0
        return form.row_of(hand), Result(how + short)

    def _hold(self, reading: BetsRead, way: Way, ending: Ending, cards: Sequence[Card], came: Settlement) -> None:
        example = reading.cards(way, self._form.dealt[ending][0])
        known = reading.endings.scene.settle(example, way.answers)
        same = all(known.nets.get(spot) == came.nets.get(spot) for spot in reading.spots)
        if not same or known.wagers != came.wagers:
            one, other = (" ".join(map(str, dealt[: way.cards])) for dealt in (example, cards))
            raise Unread(
                f"as {self.ranking} hands, the rounds {one} and {other} end alike, but after "
                f"{' '.join(way.names)} they are paid {_told(known.nets)} and {_told(came.nets)}"
            )

    def _paid(self, alike: Sequence[EndingCards]) -> Any:
        """What the spots are paid on every way with cards that must be paid alike."""
        paid = []
        for reading in self.readings:
            for way in reading.ways if self.thorough else (reading.live,):
                if len(reading.slots(way)) == len(alike[0].final):
                    tried = product(alike, BESIDE) if self.thorough else ((alike[0], DECK), (alike[-1], BY_SUIT))
                    rounds = [reading.cards(way, dealt, others) for dealt, others in tried]
                    first, *more = [_nets(reading, way, cards) for cards in rounds]
                    for cards, nets in zip(rounds[1:], more, strict=True):
                        if nets != first:
                            one, other = (" ".join(map(str, dealt)) for dealt in (rounds[0], cards))
                            raise Unread(
                                f"as {self.ranking} hands, the rounds {one} and {other} end alike, but after "
                                f"{' '.join(way.names)} they are paid {_told(first)} and {_told(nets)}"
                            )
                    paid.append(first)
        return paid


def _as_good_or_higher(board: Sequence[Card], own: Sequence[Card], rest: Sequence[Card]) -> Iterator[Cards]:
    """A dealer's cards of the same ranks as a player's, and those that may make a higher straight flush."""
    same: list[Card] = []
    for card in own:
        same += [other for other in rest if other.rank == card.rank and other not in same][:1]
    yield tuple(same)
    top = max(*board, *own)
    yield tuple([card for card in rest if card.suit == board[0].suit and card > top][: len(own)])


def refuse_unread(form: Form, rows: Sequence[str], endings: Ints) -> None:
    """Refuse to go on if there are endings, counted by row and result, that no round was dealt for."""
    for row, of_row in zip(rows, endings, strict=True):
        for result in Result:
            if result < len(of_row) and of_row[result] and (row, result) not in form.dealt:
                raise Unread(f"no cards were found for a hand of {row} that is to {result.words}")


def _how_far(way: Way) -> tuple[bool, Fraction, int]:
    new = len(set(way.final) - set(way.asked[0].seen)) if way.asked else 0
    return not way.folded, sum(way.settlement.wagers.values(), Fraction(0)), new


def _nets(reading: BetsRead, way: Way, cards: Sequence[Card]) -> dict[str, Fraction]:
    nets = reading.endings.scene.settle(cards, way.answers).nets
    return {spot: net for spot, net in nets.items() if spot in reading.spots}


def _told(nets: Mapping[str, Fraction]) -> str:
    return ", ".join(f"{net} on {spot}" for spot, net in nets.items())


def _run_name(row: str, run: Sequence[int], leads: Sequence[int]) -> str:
    """What hands of a row are called that are led by some of its ranks."""
    low, high = rank_plural(run[0]), rank_plural(run[-1])
    if run[-1] == leads[-1]:
        return f"{low}-or-better" if row == "pair" else f"{row}-{low}-or-better"
    return f"{row}-{low}" if low == high else f"{row}-{low}-to-{high}"


def _least_hands(hand: Hand) -> Iterator[Hand]:
    """Hands that may be the least of those from which on something holds, the simplest first, up to this one."""
    for ranks in range(len(hand.ranks) + 1):
        yield Hand(hand.category, hand.ranks[:ranks])
