"""One round: the procedure driven from decision to decision, and everything that happened in it."""

from __future__ import annotations

from hashlib import sha256

from croupier.chips import dollars
from croupier.errors import InvariantError, Refused, one_of
from croupier.table.chance import Chance, Seeded, Shuffling, derive
from croupier.table.decisions import Betting, Decision, Option, read_bets, write_bets
from croupier.table.events import Decided, Event, to_json, without_words
from croupier.table.table import Table

NO_OPTION = Option("")


class Round:
    """A round under way on a table.

    `waiting` is who must answer: one seat with its decision, or, while bets are taken, every seat that has not bet.
    With `stops`, the round stops when all bets are down, until `deal` is called.
    """

    def __init__(
        self,
        table: Table,
        chance: Chance,
        shoe_chance: Shuffling | None = None,
        stops: bool = False,
    ) -> None:
        if not table.seats:
            raise Refused("nobody sits at the table; seat a player first")
        self.table = table
        self.events: list[Event] = []
        self.answers: list[tuple[int, str]] = []
        """Every answer so far, in order: with the seed, all that is needed to deal the round again."""
        self.waiting: dict[int, Decision | None] = {}
        self.finished = False
        self.bets_down = False
        """Whether the round has stopped because all bets are down."""
        self._stops = stops
        table.begin(chance, shoe_chance or chance, self.events)
        self._procedure = table.game.round(table)
        self._go_on(None)

    @classmethod
    def seeded(cls, table: Table, seed: bytes) -> Round:
        """A round whose cards and dice come from a seed."""
        return cls(table, Seeded(derive(seed, "round")), Seeded(derive(seed, "shoe")))

    @property
    def decision(self) -> Decision | None:
        """The one decision that the table waits for, if it is not waiting for bets."""
        return next(iter(self.waiting.values()), None)

    @property
    def betting(self) -> bool:
        """Whether bets are being taken."""
        return bool(self.waiting) and self.decision is None

    def act(self, seat: int, answer: str) -> None:
        """Take a seat's answer; one that is not legal is refused and nothing changes."""
        if seat not in self.waiting:
            raise Refused(self._not_your_turn(seat))
        decision = self.waiting[seat]
        if decision is None:
            self._bet(seat, read_bets(answer))
            return
        option = decision.read(answer)
        self.answers.append((seat, option.name))
        self.waiting = {}
        self.table.emit(Decided(seat, option.name, option.public))
        if option.cents:
            self.table.seats[seat].put(option.spot, option.cents)
        self._go_on(option)

    def bet(self, seat: int, bets: dict[str, int]) -> None:
        """Place a seat's bets, in cents by spot; none at all sits the round out."""
        if seat not in self.waiting:
            raise Refused(self._not_your_turn(seat))
        decision = self.waiting[seat]
        if decision is not None:
            raise decision.refusal(f"seat {seat} is asked for a decision, not for bets")
        self._bet(seat, bets)

    def buy(self, seat: int, cents: int) -> None:
        """Sell more chips to a seat that is asked something, and offer it the answers that they cover."""
        if seat not in self.waiting:
            raise Refused(f"chips are sold between rounds and to whoever is asked; {self._not_your_turn(seat)}")
        self.table.buy(seat, cents, asked=True)
        decision = self.waiting[seat]
        if decision is not None:
            self.waiting[seat] = Decision.within(self.table.seats[seat].stack, seat, *decision.whole, decision.asks)

    def check_bets(self, seat: int, bets: dict[str, int]) -> None:
        """Refuse bets that cannot be placed, saying why."""
        table = self.table
        game, player = table.game, table.seats[seat]
        for spot in bets:
            if game.spot(spot).later:
                open_spots = [spot.name for spot in game.spots if not spot.later]
                raise one_of("opening bet", spot, open_spots, game.name)
        for rule in game.spots if bets else ():
            cents = bets.get(rule.name, 0)
            if game.requires(rule, bets) and not cents:
                raise Refused(f"{game.title} needs a bet on {rule.name}; {write_bets(bets)!r} has none")
            if rule.equals and cents != bets.get(rule.equals, 0):
                wanted = dollars(bets.get(rule.equals, 0))
                raise Refused(f"the {rule.name} bet must equal the {rule.equals}: {wanted}, not {dollars(cents)}")
            if rule.pot and rule.name in bets:
                if table.pot is None or table.pot.rounds == 0:
                    table.placard.check_pot(game.title, table.pot)
                price = table.pot.price(player.player) if table.pot else 0
                if cents != price:
                    raise Refused(f"the {rule.name} costs {dollars(price)} this round, not {dollars(cents)}")
        table.placard.check_bets(game, bets)
        game.check_bets(bets)
        if sum(bets.values()) > player.stack:
            raise Refused(f"seat {seat} has {dollars(player.stack)}; the bets add up to {dollars(sum(bets.values()))}")

    def takes(self, seat: int, bets: dict[str, int]) -> bool:
        """Whether bets can be placed."""
        try:
            self.check_bets(seat, bets)
        except Refused:
            return False
        return True

    def digest(self) -> str:
        """Return a fingerprint of the cards, dice, answers and money of the round, whatever words tell of them."""
        fingerprint = sha256()
        for event in map(without_words, self.events):
            if event is not None:
                fingerprint.update(to_json(event))
        return fingerprint.hexdigest()

    def _bet(self, seat: int, bets: dict[str, int]) -> None:
        self.check_bets(seat, bets)
        self.answers.append((seat, write_bets(bets)))
        for spot, cents in bets.items():
            self.table.seats[seat].put(spot, cents)
        del self.waiting[seat]
        if not self.waiting:
            if self._stops:
                self.bets_down = True
            else:
                self.deal()

    def deal(self) -> None:
        """Go on once all bets are down."""
        self.bets_down = False
        if any(player.bets for player in self.table.seats.values()):
            self._go_on(NO_OPTION)
        else:
            self._procedure.close()
            self._end()

    def _go_on(self, option: Option | None) -> None:
        """Run the procedure to its next question, giving alone what leaves a player no choice."""
        try:
            question = next(self._procedure) if option is None else self._procedure.send(option)
        except StopIteration:
            self._end()
            return
        if isinstance(question, Betting):
            self.waiting = dict.fromkeys(question.seats)
        else:
            self.waiting = {question.seat: question}

    def _end(self) -> None:
        self.waiting = {}
        self.table.finish()
        self.finished = True

    def _not_your_turn(self, seat: int) -> str:
        if self.finished:
            return f"seat {seat} is not asked anything: the round is over"
        if self.bets_down:
            return f"seat {seat} is not asked anything: all bets are down, and the cards are about to be dealt"
        if self.betting:
            return f"seat {seat} has no bets to place; waiting for seat {', '.join(map(str, self.waiting))}"
        ((turn, decision),) = self.waiting.items()
        # What the seat whose turn it is may answer can give its cards away, so nobody else is told.
        if decision is None:
            raise InvariantError("nobody is asked")
        return f"seat {seat} is not asked now; it is seat {turn}'s turn"
