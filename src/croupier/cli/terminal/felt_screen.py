"""A table as one seat sees it: the felt with its cards, bets, pot and players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.text import Text

from croupier.chips import dollars
from croupier.cli.terminal.drawing import (
    BRASS,
    DIM,
    GOLD,
    IVORY,
    Block,
    beside,
    chip,
    cup,
    dice,
    fan,
    full,
    inline,
    labelled,
    signed,
    strip,
)
from croupier.dice import Roll
from croupier.english import counted
from croupier.odds import PayTable, hand_words
from croupier.table.events import Event, Rolled, Settled
from croupier.table.game import Game, Spot
from croupier.table.seat import HAND
from croupier.table.view import SeatView, View
from croupier.voice.event_words import net
from croupier.voice.player_told import dice_words

PAYTABLE_GAP = 3
CROWDED = 4
"""With more players than this besides the own seat, two share a line."""


class FeltScreen:
    """The felt of one game, drawn for one seat."""

    def __init__(
        self, game: Game[Any], seen: View, happened: Sequence[Event] = (), status: str = "", numbered: bool = False
    ) -> None:
        self.game = game
        self.seen = seen
        self.happened = happened
        """The round's events so far, as this seat may see them."""
        self.status = status
        self.numbered = numbered
        """Whether the own cards carry the numbers that an answer names them by."""

    def draw(self, width: int, roomy: bool, tight: bool = False) -> RenderableType:
        """The whole felt, at most so wide; where it is tight, in as few lines as say everything."""
        inner = width - 4
        own = [seat for seat in self.seen.seats if seat.number == self.seen.seat]
        others = [seat for seat in self.seen.seats if seat.number != self.seen.seat]
        areas: list[list[RenderableType]] = [
            [*(self.centre_in_lines() if tight else self.centre(inner, roomy))],
            [*([_cut(self.in_short(seat), inner) for seat in others] if tight else self.others(others, inner))],
            [
                line
                for seat in own
                for line in (self.own_in_lines(seat, inner) if tight else self.own_seat(seat, inner, roomy))
            ],
        ]
        return self.panel(areas, width, apart=roomy)

    def draw_for_dealer(self, width: int, rows: int) -> RenderableType:
        """The felt for who deals: all cards and every bet of all seats, and the centre as large as these rows allow."""
        inner = width - 4
        seats = self.seats_in_full(inner)
        centres = (self.centre(inner, True), self.centre(inner, False), self.centre_in_lines())
        centre = next((drawn for drawn in centres if len(drawn) + len(seats) + 3 <= rows), centres[-1])
        return self.panel([[*centre], [*seats]], width, apart=centre is centres[0])

    def panel(self, areas: list[list[RenderableType]], width: int, apart: bool) -> RenderableType:
        """Areas one below the other on the felt, with a line between them if they are to stand apart."""
        parts: list[RenderableType] = []
        for area in areas:
            parts += [*([Text()] if parts and area and apart else []), *area]
        return Panel(
            Group(*parts),
            style=f"{IVORY} on {self.game.felt}",
            border_style=f"{BRASS} on {self.game.felt}",
            title=self.title(width - 6),
            title_align="left",
            subtitle=self.called(),
            subtitle_align="right",
            width=width,
        )

    def title(self, width: int) -> Text:
        """The game's name and, at the far end of the line, how the player stands."""
        name = self.game.title.upper()
        line = "─" * (width - cell_len(name) - cell_len(self.status) - 2)
        return Text.assemble((name, f"bold {BRASS}"), (f" {line} ", BRASS), (self.status, f"bold {IVORY}"))

    def called(self) -> Text | None:
        """What has been announced for the whole table."""
        named = [f"{what}: {value.replace('-', ' ')}" for what, value in self.seen.named.items()]
        return Text(" · ".join(named), f"bold {BRASS}") if named else None

    def centre(self, width: int, roomy: bool) -> Block:
        """The table's own cards, the dice and the pot."""
        draw = fan if roomy else strip
        places = [labelled(name[0].upper() + name[1:], draw(cards)) for name, cards in self.seen.places.items()]
        rolled = [event for event in self.happened if isinstance(event, Rolled)]
        if rolled:
            roll = rolled[-1]
            total = [Text(), Text(), Text(f"{roll.first + roll.second}", "bold")]
            places.append(beside(dice(roll.first, roll.second), total, bottom=False))
        elif self.game.uses_dice:
            places.append(cup())
        return _spread(_in_rows(places, gap=3, width=width), self.pot(), width)

    def centre_in_lines(self) -> Block:
        """The same in words: the table's cards, the dice, the pot."""
        lines = [
            Text.assemble((f"{_capital(name)} ", BRASS), inline(cards)) for name, cards in self.seen.places.items()
        ]
        rolled = [event for event in self.happened if isinstance(event, Rolled)]
        if rolled:
            lines.append(Text(f"The dice show {dice_words(Roll(rolled[-1].first, rolled[-1].second))}", "bold"))
        about, (pot, *_) = self.seen.pot, [*self.pot(), Text()]
        if about:
            pot.append(f"  game {about['rounds']} of {about['games']}" if "games" in about else "")
            pot.append(f"  {hand_words(about['wins'])} or better wins, {self.pot_price(about)}", DIM)
        together = Text("   ").join(lines)
        return [line for line in (together, pot) if line.plain]

    def own_in_lines(self, seat: SeatView, width: int) -> Block:
        """The own cards and spots in words."""
        count = self.game.so_far(self.seen)
        cards = Text.assemble(self.name(seat), " folded" if seat.folded else "", f"  {count}" if count else "", "  ")
        for name, names in seat.places.items():
            cards.append("" if name == HAND else f"   {name} ", BRASS)
            for place, card in enumerate(names, 1):
                cards.append(f"{place}:" if self.numbered and name == HAND else "", GOLD)
                cards.append_text(inline([card]))
                cards.append(" ")
        spots = []
        for spot in self.game.spots:
            held = self.on_spot(spot, seat)
            held = held if held.plain.strip() else Text("( )", DIM)
            spots.append([Text.assemble((f"{'= ' if spot.equals else ''}{spot.label.upper()} ", BRASS), held)])
        return [cards, *_in_rows(spots, gap=2, width=width)]

    def pot(self) -> Block:
        """The pot circle: its sum, its rounds, what wins it and what it costs."""
        about = self.seen.pot
        spot = next((spot for spot in self.game.spots if spot.pot), None)
        if about is None or spot is None:
            return []
        held = chip(about["balance"]) if about["balance"] else Text("empty", DIM)
        lines = [Text.assemble((f"{spot.label.upper()}  ", BRASS), held)]
        if "games" in about:
            lines.append(_counter(about["rounds"], about["games"]))
        elif about["rounds"]:
            lines.append(Text(counted(about["rounds"], "round"), DIM))
        lines.append(Text(f"{hand_words(about['wins'])} or better wins", DIM))
        lines.append(Text(self.pot_price(about), DIM))
        return lines

    def pot_price(self, about: dict[str, Any]) -> str:
        """What the next round of the pot costs whoever looks at it."""
        own = next((seat.player for seat in self.seen.seats if seat.number == self.seen.seat), "")
        if not about["rounds"] or own in about["in"]:
            return f"{dollars(about['price'])} a round"
        if "price_to_join" not in about:
            return "closed until it is won"
        return f"{dollars(about['price_to_return'].get(own, about['price_to_join']))} to come in"

    def others(self, seats: list[SeatView], width: int) -> Block:
        """The other seats, a line each, or two to a line where there are many."""
        if len(seats) > CROWDED:
            half = -(-len(seats) // 2)
            room = (width - 2) // 2
            columns = [[_cut(self.in_short(seat), room) for seat in part] for part in (seats[:half], seats[half:])]
            return beside(*columns, gap=2, bottom=False)
        columns = [
            [self.name(seat) for seat in seats],
            [Text(f"{dollars(seat.stack):>7}", DIM) for seat in seats],
            [self.cards(seat) for seat in seats],
            [self.bets(seat) for seat in seats],
        ]
        return [_cut(line, width) for line in beside(*columns, gap=1, bottom=False)]

    def seats_in_full(self, width: int) -> Block:
        """Every seat with its cards and each of its bets, in as many lines as that takes."""
        names = [self.name(seat) for seat in self.seen.seats]
        cards = [self.cards(seat) for seat in self.seen.seats]
        named, held = _width(names), _width(cards)
        lines: Block = []
        for name, shown, seat in zip(names, cards, self.seen.seats, strict=True):
            name.pad_right(named - cell_len(name.plain))
            shown.pad_right(held - cell_len(shown.plain))
            outcome = Text() if seat.bets else self.outcome(seat, why=True)
            blocks = [[part] for part in (shown, *self.each_bet(seat, lammers=True), outcome) if part.plain]
            lines += beside([name], _in_rows(blocks, gap=1, width=width - named - 1) or [Text()], gap=1, bottom=False)
        return lines

    def in_short(self, seat: SeatView) -> Text:
        """A seat in half a line."""
        staked = sum(seat.bets.values())
        money = chip(staked) if staked else self.outcome(seat, why=False)
        return Text(" ").join([self.name(seat), money, self.cards(seat)])

    def name(self, seat: SeatView) -> Text:
        """A seat's number and player, marked if it is their turn or they have the button."""
        turn = seat.number in self.seen.waiting and not self.seen.betting
        mark = Text("▶", GOLD) if turn else Text(" ")
        name = Text(f"{seat.number} {seat.player}", GOLD if turn else "bold")
        return Text.assemble(mark, name, (" ◉", BRASS) if seat.number == self.seen.button else "")

    def cards(self, seat: SeatView) -> Text:
        """A seat's cards in a line."""
        if not seat.places:
            return Text("folded" if seat.folded else "", DIM)
        line = Text("folded " if seat.folded else "", DIM)
        for name, cards in seat.places.items():
            if name != HAND:
                line.append(f" {name.split()[0]} ", DIM)
            line.append_text(inline(cards))
        return line

    def bets(self, seat: SeatView) -> Text:
        """What a seat has on its spots, or what became of it."""
        return Text(" ").join(self.each_bet(seat)) if seat.bets else self.outcome(seat, why=True)

    def each_bet(self, seat: SeatView, lammers: bool = False) -> list[Text]:
        """What lies on each of a seat's spots; if wanted, also the lammer of one who is in the pot."""
        found = []
        for spot in self.game.spots:
            equal = ("= " if spot.equals else "", BRASS)
            if spot.name in seat.bets:
                found.append(Text.assemble(equal, (f"{spot.label} ", DIM), chip(seat.bets[spot.name])))
            elif lammers and spot.pot and self.seen.pot and seat.player in self.seen.pot["in"]:
                found.append(Text.assemble((f"{spot.label} ", DIM), ("in", f"bold {IVORY}")))
        return found

    def outcome(self, seat: SeatView, why: bool) -> Text:
        """What a settled seat won or lost, and what its hand was."""
        settled = self.settled(seat.number)
        if not settled:
            sat_out = not (seat.places or self.seen.betting or seat.folded) and self.seen.finished and self.happened
            return Text("sits out" if sat_out else "", DIM)
        result = signed(net(self.happened, seat.number, seat.player)) if self.seen.finished else Text()
        reasons = [event.why for event in settled if event.why != "folded"]
        return Text.assemble(result, " ", (reasons[-1], DIM)) if why and reasons else result

    def settled(self, seat: int) -> list[Settled]:
        """What has been settled at a seat in this round."""
        return [event for event in self.happened if isinstance(event, Settled) and event.seat == seat]

    def own_seat(self, seat: SeatView, width: int, roomy: bool) -> Block:
        """The own cards, large, and the own spots."""
        draw = full if roomy else fan
        hand = draw(seat.places.get(HAND, ()))
        if self.numbered and hand:
            hand = [*hand, _numbers(len(seat.places[HAND]), 6 if roomy else 3)]
        boxes = [labelled(name, draw(cards)) for name, cards in seat.places.items() if name != HAND]
        count = self.game.so_far(self.seen)
        title = Text.assemble(
            self.name(seat), (" folded" if seat.folded else "", DIM), (f"  {count}" if count else "", "bold")
        )
        drawn = [*beside([title, *hand], *boxes, gap=3, bottom=False), *self.spots(seat, width)]
        if not roomy:
            return drawn
        return _spread(drawn, self.paytables(width - _width(drawn), len(drawn) + 2), width)

    def paytables(self, width: int, height: int) -> Block:
        """The paytables printed on the felt, those of the game that was called, as many as there is room for."""
        called = [bet for bet in self.game.pay_bets if bet.name.partition("/")[0] in self.seen.named.values()]
        blocks: list[Block] = []
        for bet in called or self.game.pay_bets:
            block = _printed(bet.label.rpartition(", ")[2], bet.rows, self.game.paytables[bet.name])
            if len(block) <= height and _width(block) + PAYTABLE_GAP <= width:
                blocks.append(block)
                width -= _width(block) + PAYTABLE_GAP
        return beside(*blocks, gap=PAYTABLE_GAP, bottom=False)

    def spots(self, seat: SeatView, width: int) -> Block:
        """The own betting spots with their chips; two that must be equal are joined."""
        blocks: list[Block] = []
        for spot in self.game.spots:
            block = self.spot(spot, seat)
            if spot.equals and blocks:
                blocks[-1] = beside(blocks[-1], [Text(), Text("=", BRASS)], block, gap=1, bottom=False)
            else:
                blocks.append(block)
        return _in_rows(blocks, gap=3, width=width)

    def spot(self, spot: Spot, seat: SeatView) -> Block:
        """One spot: its name, and the chips on it or what became of them."""
        label = spot.label.upper()
        held = self.on_spot(spot, seat)
        width = max(cell_len(label), cell_len(held.plain) + 4)
        left = (width - 4 - cell_len(held.plain)) // 2
        right = width - 4 - cell_len(held.plain) - left
        ring = Text.assemble(("( ", BRASS), " " * left, held, " " * right, (" )", BRASS))
        return [Text(label.center(width), BRASS), ring]

    def on_spot(self, spot: Spot, seat: SeatView) -> Text:
        """What lies on a spot."""
        if spot.name in seat.bets:
            return chip(seat.bets[spot.name])
        for event in self.settled(seat.number):
            if event.spot == spot.name:
                return Text("push", "bold") if event.result == "push" else signed(_won(event))
        if spot.pot and self.seen.pot and seat.player in self.seen.pot["in"]:
            return Text("in", f"bold {IVORY}")
        return Text("    ")


def _capital(words: str) -> str:
    return words[0].upper() + words[1:]


def _printed(label: str, rows: Sequence[str], table: PayTable) -> Block:
    """A paytable as it is printed on a felt."""
    paid = [(hand_words(row), str(table[row])) for row in rows if table[row] is not None]
    hands = max(len(hand) for hand, _ in paid)
    pays = max(len(pay) for _, pay in paid)
    lines = [Text(f"{hand:<{hands}}  {pay:>{pays}}", DIM) for hand, pay in paid]
    return [Text(f"{label.upper()} PAYS", BRASS), *lines]


def _won(event: Settled) -> int:
    return -event.stake if event.result == "lose" else event.won


def _numbers(count: int, pitch: int) -> Text:
    """The places of cards, each under its card's corner."""
    return Text("".join(f" {place + 1}".ljust(pitch) for place in range(count)), GOLD)


def _counter(now: int, last: int) -> Text:
    """The printed counter of a pot's games, the present one marked."""
    counter = Text()
    for number in range(1, last + 1):
        counter.append(f"({number})" if number == now else f" {number} ", f"bold {IVORY}" if number == now else DIM)
    return counter


def _spread(left: Block, right: Block, width: int) -> Block:
    """One drawing at the left and one at the right."""
    gap = width - _width(left) - _width(right)
    if not right or gap < 2:
        return [*left, *right]
    return beside(left or [Text()], right, gap=gap, bottom=False)


def _in_rows(blocks: list[Block], gap: int, width: int) -> Block:
    """Drawings side by side, in as many rows as they need."""
    rows: list[list[Block]] = [[]]
    for block in blocks:
        if rows[-1] and _width(beside(*rows[-1], block, gap=gap)) > width:
            rows.append([])
        rows[-1].append(block)
    return [line for row in rows for line in beside(*row, gap=gap, bottom=False)]


def _width(block: Block) -> int:
    return max((cell_len(line.plain) for line in block), default=0)


def _cut(line: Text, width: int) -> Text:
    """A line that is no wider than there is room for."""
    line.truncate(width, overflow="ellipsis")
    return line
