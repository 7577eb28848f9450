"""A live table without a database: what its entries move in the books is what moved on the table."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from itertools import count
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.cards import DECK
from croupier.conformance.random_players import random_answer, random_bets
from croupier.errors import Refused
from croupier.floor import money
from croupier.floor.clock import A_MINUTE
from croupier.floor.entries import (
    Answered,
    Back,
    Bought,
    Corrected,
    Entry,
    Leaving,
    Left,
    Paused,
    Resumed,
    Revealed,
    Sat,
    Voided,
    Withheld,
)
from croupier.floor.fairness.commit_reveal import RoundSeeds, word_commitment
from croupier.floor.money import Hold
from croupier.floor.storage.pit_counts import no_counts
from croupier.floor.storage.schema import pit_tables, pit_wagers
from croupier.floor.tables import pit_sums
from croupier.floor.tables.live_table import Applied, LiveTable
from croupier.games import game_named, game_names
from croupier.table.chance import Seeded, mixed
from croupier.table.decisions import write_bets
from croupier.table.events import PotAwarded, PotGathered
from croupier.table.record import deal_again
from tests.floor.evening import opened

TABLE = 7
DEEDS = ["play"] * 12 + ["withhold", "leave", "sit", "sit", "buy", "void", "correct"]
"""What may happen next at a table; most often the play goes on."""
PLAYERS = {1: ("Ann", 11), 2: ("Bob", 12)}
POTS = {
    "on-the-draw": {"pot_rake": "2", "rake_dealer_percent": "50"},
    "cincinnati-stud": {"dealer_participates": "true"},
}


class Floor:
    """A live table and the books that its transfers make, held against its chips after every entry."""

    def __init__(self, game: str, settings: dict[str, str] | None = None, automatic: tuple[int, ...] = ()) -> None:
        self.live = LiveTable(TABLE, opened(game, settings or {}, list(automatic)))
        self.books: Counter[str] = Counter()
        self.applied: list[Applied] = []
        self.held: list[Hold] = []
        self.beside = 0
        """Corrections, which the table does not count as the house's."""
        self.counts = no_counts()
        """What the pit counts."""
        self.shares = 0
        """Cents that players have won of the pot."""
        self.seeds = (RoundSeeds(*(sha256(b"%d %d" % (n, k)).digest() for k in (1, 2))) for n in count())
        for seat in automatic:
            self.do(Sat(seat, f"automatic {seat}", None, 1_000_00))

    def sit(self) -> None:
        """Let the players sit down."""
        for seat, (name, account) in PLAYERS.items():
            self.do(Sat(seat, name, account, 500_00))

    def do(self, entry: Entry) -> Applied:
        """Apply an entry, and everything that the house then does by itself."""
        applied = self._apply(entry)
        for following in self.live.follow_ups():
            self._apply(following)
        return applied

    def _apply(self, entry: Entry) -> Applied:
        before = Counter(self.bets_on_the_table())
        applied = self.live.apply(entry)
        if isinstance(entry, Corrected):
            self.beside -= entry.cents
        for transfer in applied.transfers:
            assert transfer.cents > 0 and transfer.table == TABLE
            self.books[transfer.debit] -= transfer.cents
            self.books[transfer.credit] += transfer.cents
        pit_sums.count(self.counts, self.live, applied, len(self.applied) * A_MINUTE)
        if applied.ended != "released":
            self.shares += sum(move.cents for move in applied.transfers if money.kind_of(move.why) == "pot-won")
        self.applied.append(applied)
        self.held += applied.holds
        if applied.ended:
            self.held = []
        elif before != Counter(self.bets_on_the_table()):
            assert {hold.round for hold in applied.holds} <= {self.live.round_number}
        self.check()
        return applied

    def bets_on_the_table(self) -> dict[tuple[int, str], int]:
        """The bets of accounts that still lie on the table."""
        seats = self.live.table.seats.values()
        return {
            (self.live.accounts[seat.number], spot): cents
            for seat in seats
            if seat.number in self.live.accounts
            for spot, cents in seat.bets.items()
        }

    def check(self) -> None:
        """Every book is what lies on the table."""
        table = self.live.table
        chips = {money.stack(TABLE, seat.number): seat.stack for seat in table.seats.values()}
        chips[money.bets(TABLE)] = sum(sum(seat.bets.values()) for seat in table.seats.values())
        chips[money.pot(TABLE)] = table.pot.balance if table.pot else 0
        chips[money.dealer(TABLE)] = table.dealer
        chips[money.house(TABLE)] = table.house + self.beside
        if self.live.open_round is None:
            self.check_pit()
        of_table = {book: cents for book, cents in self.books.items() if not book.startswith(("wallet:", money.MINT))}
        assert +Counter(of_table) == +Counter(chips) and -Counter(of_table) == -Counter(chips)
        held = Counter({(hold.account, hold.spot): 0 for hold in self.held})
        for hold in self.held:
            held[hold.account, hold.spot] += hold.cents
        for bet, cents in self.bets_on_the_table().items():
            assert held[bet] == cents, f"{bet} is {cents} on the table and {held[bet]} held"

    def check_pit(self) -> None:
        """The house's book is what the pit has of wagers, pots and corrections; the pot's is what is left of it."""
        sums: Counter[str] = Counter()
        for line in self.counts[pit_tables].values():
            sums.update(line)
        won = sum(line["won"] for line in self.counts[pit_wagers].values())
        assert self.books[money.house(TABLE)] == won + sums["pot_win"] - sums["corrected"]
        left = sums["pot_wagers"] - sums["pot_win"] - self.books[money.dealer(TABLE)] - self.shares
        assert self.books[money.pot(TABLE)] == left

    def open_round(self) -> Applied:
        """Open a round under the next seeds."""
        live = self.live
        live.next_seeds = next(self.seeds)
        return self.do(live.next_round())

    def answer(self, random: Random) -> Applied:
        """Let a player bet or answer."""
        round = self.live.open_round
        assert round is not None
        seat = next(iter(round.waiting))
        decision = round.waiting[seat]
        said = random_answer(decision, random) if decision else write_bets(random_bets(round, seat, random))
        return self.do(Answered(seat, said, "player"))

    def play(self, random: Random) -> list[Applied]:
        """A whole round."""
        before = len(self.applied)
        self.open_round()
        while self.live.open_round is not None:
            self.answer(random)
        return self.applied[before:]


@pytest.mark.parametrize("game", game_names())
def test_every_entry_moves_in_the_books_what_moved_on_the_table(game: str) -> None:
    floor, random = Floor(game, POTS.get(game), automatic=(3,)), Random(game)
    floor.sit()
    for number in range(30):
        done = floor.play(random)
        assert done[-1].ended == "settled" and done[-1].record is not None
        deal_again(done[-1].record, game_named)
        if number % 5 == 1:
            floor.do(Bought(1, 50_00))
            floor.do(Left(2, floor.live.table.seats[2].stack))
            floor.do(Sat(2, "Bob", 12, 300_00))
        if number % 7 == 2:
            floor.do(Corrected(11, random.choice([-500, 700]), number + 1, "a dispute"))


@pytest.mark.parametrize("game", game_names())
def test_rounds_with_words_are_settled_and_those_with_one_missing_bring_every_bet_back(game: str) -> None:
    """The pot's wager too; chips and books agree."""
    floor, random = Floor(game, POTS.get(game), automatic=(3,)), Random(game)
    floor.sit()
    live, ends = floor.live, set()
    for number in range(1, 25):
        live.next_seeds = next(floor.seeds)
        for seat in sorted(live.away):
            floor.do(Back(seat))
        before = {seat.number: seat.stack for seat in live.table.seats.values()}
        pot = live.table.pot.balance if live.table.pot else 0
        floor.do(live.next_round())
        while (round := live.open_round) is not None:
            if live.awaited:
                missing = random.random() < 0.3
                floor.do(
                    Withheld(live.awaited) if missing else Revealed(seat := random.choice(live.awaited), f"word {seat}")
                )
                continue
            seat, decision = next(iter(round.waiting.items()))
            if decision is not None:
                floor.answer(random)
                continue
            bets = random_bets(round, seat, random)
            promised = word_commitment(TABLE, number, seat, f"word {seat}") if bets and seat < 3 else ""
            floor.do(Answered(seat, write_bets(bets), "player", promised))
        last = floor.applied[-1]
        ends.add((last.ended, len(live.words)))
        if last.ended == "settled":
            assert last.record is not None and deal_again(last.record, game_named).finished
            continue
        assert before == {seat.number: seat.stack for seat in live.table.seats.values()}
        assert pot == (live.table.pot.balance if live.table.pot else 0)
        assert {result.net for result in last.results} == {0} and isinstance(live.called_off, Withheld)
    assert {("settled", 2), ("released", 0)} <= ends
    with pytest.raises(Refused, match="not those that are missing"):
        floor.do(Withheld([1]))


@pytest.mark.parametrize("ends", ["settled", "voided"])
def test_chips_bought_in_a_decision_pay_for_its_bets(ends: str) -> None:
    """They are offered at once, the round is dealt again with them, and one that is called off leaves them in front."""
    floor = Floor("on-the-draw")
    floor.do(Sat(1, "Ann", 11, 12_00))
    with pytest.raises(Refused, match="nobody sits at seat 2"):
        floor.do(Bought(2, 10_00))
    floor.open_round()
    floor.do(Answered(1, "bet ante=5 blind=5", "player"))
    assert floor.live.view(1).legal == ["check"]
    floor.do(Bought(1, 20_00))
    assert floor.live.view(1).legal == ["check", "play-3x"]
    if ends == "voided":
        floor.do(Voided(1, "a test"))
        assert floor.live.table.seats[1].stack == 32_00
        return
    done = floor.do(Answered(1, "play-3x", "player"))
    assert done.record is not None and deal_again(done.record, game_named).finished
    (result,) = done.results
    assert result.net == floor.live.table.seats[1].stack - 32_00


def test_chips_are_not_sold_to_whoever_is_not_asked() -> None:
    floor = Floor("on-the-draw")
    floor.sit()
    floor.open_round()
    floor.do(Answered(1, "bet ante=5 blind=5", "player"))
    with pytest.raises(Refused, match="chips are sold between rounds and to whoever is asked"):
        floor.do(Bought(1, 10_00))


def test_what_the_rounds_of_a_pot_move_is_all_in_the_books() -> None:
    """Wagers, the dealer's, shares, the rake's parts, and a pot that the house collects have each come up."""
    seen: set[str] = set()
    for game, chosen in POTS.items():
        floor, random = Floor(game, chosen), Random(game)
        floor.sit()
        for _ in range(60):
            for applied in floor.play(random):
                for event in applied.events:
                    if isinstance(event, PotGathered):
                        seen |= {"wagers"} if event.wagers else set()
                        seen |= {"from the house"} if event.from_house else set()
                        seen |= {"collected"} if event.to_house else set()
                    if isinstance(event, PotAwarded):
                        seen |= {"won"} if event.shares else set()
                        seen |= {"to the house"} if event.to_house else set()
                        seen |= {"to the dealer"} if event.to_dealer else set()
            for seat in floor.live.table.seats.values():
                if seat.stack < 100_00:
                    floor.do(Bought(seat.number, 1_000_00))
    assert seen == {"wagers", "from the house", "collected", "won", "to the house", "to the dealer"}


@pytest.mark.parametrize("game", game_names())
@settings(max_examples=50, deadline=None, derandomize=True, database=None)
@given(deeds=st.lists(st.sampled_from(DEEDS), min_size=20, max_size=80), seed=st.integers(0, 2**32 - 1))
def test_house_pit_and_pots_agree_whatever_happens_in_a_round(game: str, deeds: list[str], seed: int) -> None:
    """Bets, words revealed or withheld, leaving, sitting down, voids and corrections, in any order."""
    floor, random = Floor(game, POTS.get(game), automatic=(3,)), Random(seed)
    floor.sit()
    for deed in deeds:
        before = (dict(floor.books), floor.live.sequence)
        try:
            do_deed(floor, deed, random)
        except Refused:
            assert before == (dict(floor.books), floor.live.sequence), "what is refused changes nothing"
    while floor.live.open_round is not None:
        missing = floor.live.awaited
        floor.do(Withheld(missing)) if missing else floor.answer(random)
    floor.check_pit()


def do_deed(floor: Floor, deed: str, random: Random) -> None:
    """Do something at the table, or be refused."""
    live, round = floor.live, floor.live.open_round
    seat = random.choice([1, 2])
    match deed:
        case "play" if round is None:
            floor.open_round()
        case "play" if live.awaited:
            floor.do(Revealed(word_of := random.choice(live.awaited), f"word {word_of}"))
        case "play" if round is not None:
            asked = next(iter(round.waiting))
            if round.waiting[asked] is not None or not live.takes_words or random.random() < 0.5:
                floor.answer(random)
                return
            bets = random_bets(round, asked, random)
            promised = word_commitment(TABLE, live.round_number, asked, f"word {asked}") if bets else ""
            floor.do(Answered(asked, write_bets(bets), "player", promised))
        case "withhold":
            floor.do(Withheld(live.awaited))
        case "leave" if round is not None:
            floor.do(Leaving(seat))
        case "leave":
            floor.do(Left(seat, live.table.seat(seat).stack))
        case "sit":
            floor.do(Sat(seat, *PLAYERS[seat], 500_00))
        case "buy":
            floor.do(Bought(seat, 50_00))
        case "void":
            floor.do(Voided(live.round_number, "a misdeal"))
        case "correct":
            floor.do(Corrected(PLAYERS[seat][1], random.choice([-500, 700]), live.round_number, "a dispute"))


def collected_pot() -> tuple[Floor, Applied]:
    """A carryover pot that nobody stays in."""
    floor = Floor("cincinnati-stud")
    floor.sit()
    for _ in range(20):
        floor.open_round()
        bets = "bet ante=5 blind=5"
        floor.do(Answered(1, f"{bets} cincy-pot=5", "player"))
        floor.do(Answered(2, bets, "player"))
        for seat in (1, 2):
            floor.do(Answered(seat, "fold", "player"))
        assert floor.live.table.pot is not None
        if floor.live.table.pot.balance:
            floor.open_round()
            floor.do(Answered(1, bets, "player"))
            return floor, floor.do(Answered(2, bets, "player"))
    raise AssertionError("the pot was won by folded hands")


def test_a_pot_that_the_house_collects_goes_from_its_book_to_the_houses() -> None:
    floor, applied = collected_pot()
    (moved,) = (transfer for transfer in applied.transfers if transfer.why == "pot collected")
    assert (moved.debit, moved.credit, moved.cents) == (money.pot(TABLE), money.house(TABLE), 5_00)
    assert floor.books[money.pot(TABLE)] == 0


@pytest.mark.parametrize("game", ["on-the-draw", "cincinnati-stud", "three-card-draw", "draw-n-shoot-21"])
def test_later_bets_are_held_like_the_first(game: str) -> None:
    floor, random, spots = Floor(game), Random(game), set()
    floor.sit()
    for _ in range(12):
        spots |= {hold.spot for applied in floor.play(random) for hold in applied.holds}
    later = {spot.name for spot in floor.live.table.game.spots if spot.later}
    assert later <= spots


def test_a_round_that_is_called_off_puts_every_cent_and_card_back() -> None:
    for game in game_names():
        floor, random = Floor(game, POTS.get(game)), Random(game)
        floor.sit()
        floor.play(random)
        before, live = dict(+floor.books), floor.live
        snapshot = live.snapshot()
        floor.open_round()
        while floor.live.open_round is not None and (floor.live.open_round.betting or not floor.bets_on_the_table()):
            floor.answer(random)
        if floor.live.open_round is None:
            continue
        applied = floor.do(Voided(2, "a misdeal"))
        assert applied.ended == "released"
        assert dict(+floor.books) == before
        assert {result.net for result in applied.results} == {0}
        after = live.snapshot().state
        assert (after.seats, after.pot, after.house) == (
            snapshot.state.seats,
            snapshot.state.pot,
            snapshot.state.house,
        )
        assert (after.shoe, after.shoe_left) == ([], 0)


def test_results_are_what_a_round_brought_everybody_who_bet() -> None:
    floor, random = Floor("three-card-draw", automatic=(3,)), Random(5)
    floor.sit()
    for _ in range(20):
        before = {seat.number: seat.stack for seat in floor.live.table.seats.values()}
        results = {result.seat: result for result in floor.play(random)[-1].results}
        for seat, (_, account) in PLAYERS.items():
            net = floor.live.table.seats[seat].stack - before[seat]
            assert (results[seat].account, results[seat].net) == (account, net) if seat in results else net == 0
        assert 3 not in results


def test_whoever_is_leaving_is_played_out_and_then_gone() -> None:
    floor = Floor("on-the-draw")
    floor.sit()
    floor.open_round()
    floor.do(Answered(1, "bet ante=5 blind=5", "player"))
    floor.do(Answered(2, "bet ante=5 blind=5", "player"))
    floor.do(Leaving(1))
    assert floor.live.open_round is not None and list(floor.live.open_round.waiting) == [2]
    while floor.live.open_round is not None:
        floor.do(Answered(2, floor.live.open_round.waiting[2].default.name, "player"))  # type: ignore[union-attr]
    assert list(floor.live.table.seats) == [2] and floor.live.accounts == {2: 12} and not floor.live.leaving
    with pytest.raises(Refused, match="nobody sits at seat 1"):
        floor.do(Left(1, 0))


def test_automatic_seats_bet_and_play_by_the_short_strategy() -> None:
    floor = Floor("on-the-draw", automatic=(3,))
    floor.sit()
    played = [applied.entry for applied in floor.play(Random(3))]
    said = [entry for entry in played if isinstance(entry, Answered) and entry.seat == 3]
    assert {entry.by for entry in said} == {"automatic"} and said[0].answer.startswith("bet ante=5 blind=5")


def test_nobody_leaves_with_more_or_less_than_is_theirs() -> None:
    floor = Floor("on-the-draw")
    floor.sit()
    for cents in (0, 499_99, 500_01):
        with pytest.raises(Refused, match="cents to take away"):
            floor.do(Left(1, cents))


def test_a_paused_table_opens_no_round_until_it_is_resumed() -> None:
    floor = Floor("on-the-draw")
    floor.sit()
    floor.do(Paused("a spilled drink"))
    with pytest.raises(Refused, match="the table is paused: a spilled drink"):
        floor.open_round()
    floor.do(Resumed())
    floor.open_round()
    with pytest.raises(Refused, match="a round is being played"):
        floor.open_round()


@pytest.mark.parametrize("round", [0, 1, 2])
def test_only_a_finished_round_is_corrected(round: int) -> None:
    floor = Floor("on-the-draw")
    floor.sit()
    floor.open_round()
    with pytest.raises(Refused, match="a correction names a finished round"):
        floor.do(Corrected(11, 500, round, "a dispute"))


def test_a_seat_sees_as_a_watcher_what_was_before_its_player_sat_down() -> None:
    floor = Floor("on-the-draw")
    floor.sit()
    assert floor.live.sight(2, 1) == 0 and floor.live.sight(2, 2) == 2 and floor.live.sight(1, 1) == 1


def test_a_shoe_is_shuffled_by_its_own_seed_and_not_by_the_decks() -> None:
    floor, random = Floor("draw-n-shoot-21", {"decks": "1"}), Random(1)
    floor.sit()
    floor.open_round()
    floor.do(Answered(1, "pass", "player"))
    floor.do(Answered(2, "bet ante=5", "player", word_commitment(TABLE, 1, 2, "black swan")))
    floor.do(Revealed(2, "black swan"))
    while floor.live.open_round is not None:
        floor.answer(random)
    record = floor.applied[-1].record
    assert record is not None and record.shoe and floor.live.seeds is not None
    order = Seeded(mixed(floor.live.seeds.shoe, TABLE, 1, {2: "black swan"})).shuffle(DECK)
    assert record.shoe == [card.name for card in order[::-1][: len(record.shoe)]]
    assert floor.live.shoe_round == 1


def test_a_record_has_no_card_of_the_shoe_that_has_not_come_out() -> None:
    floor, random = Floor("draw-n-shoot-21"), Random(2)
    floor.sit()
    for _ in range(3):
        left = [card.name for card in floor.live.table.shoe.stock]
        record = floor.play(random)[-1].record
        assert record is not None and record.before.shoe == [] and record.before.shoe_left == len(left)


def test_a_table_loaded_from_its_snapshot_goes_on_as_the_table_does() -> None:
    for game in game_names():
        floor = Floor(game, POTS.get(game))
        floor.sit()
        floor.play(Random(game))
        floor.do(Paused("a break"))
        loaded = LiveTable.from_snapshot(TABLE, floor.live.snapshot(), floor.live.sequence)
        assert loaded.snapshot() == floor.live.snapshot()
        assert (loaded.paused, loaded.accounts) == ("a break", {1: 11, 2: 12})
        assert loaded.sequence == floor.live.sequence and loaded.shoe_round == floor.live.shoe_round
