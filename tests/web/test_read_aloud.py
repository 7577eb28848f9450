"""What a screen reader reads in a round, in the order in which it reads it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

import pytest

from croupier.cards import Card, is_card
from croupier.games import game_named, game_names
from tests.web.guest import Guest

NAMED: Final = re.compile(r"""'?(?P<role>[\w-]+)(?: "(?P<name>.*?)")?(?: \[[^]]*\])*'?(?::(?: (?P<text>.*))?)?$""")
"""A line of Playwright's snapshot of the accessibility tree."""


def read_aloud(guest: Guest) -> list[str]:
    """Everything on the page that is read, from the first word to the last: roles with names, and text."""
    words = []
    for line in guest.page.locator("main").aria_snapshot().splitlines():
        found = NAMED.match(line.strip().removeprefix("- ").replace("''", "'"))
        assert found, line
        said = " ".join(filter(None, (found["name"], (found["text"] or "").strip('"'))))
        if said:
            words.append(f"{found['role']} {said}")
    return words


def in_order(words: list[str], *wanted: str) -> None:
    """The words are read, each after the one before it."""
    at = 0
    for each in wanted:
        places = [place for place in range(at, len(words)) if re.search(each, words[place])]
        assert places, f"{each!r} is not read after {wanted[: wanted.index(each)][-1:]}, in:\n" + "\n".join(words)
        at = places[0] + 1


def spoken(cards: list[str]) -> str:
    """Cards as they are read out."""
    return ", ".join(Card.parse(card).long_name for card in cards if is_card(card))


def seen(guest: Guest) -> dict[str, Any]:
    """The table as the house tells it to the player's seat."""
    table = guest.page.url.rsplit("/", 1)[-1]
    told: dict[str, Any] = guest.page.request.get(f"/api/tables/{table}").json()
    return told


def hand_of(told: dict[str, Any]) -> list[str]:
    """The cards that the player holds."""
    (mine,) = (seat for seat in told["view"]["seats"] if seat["number"] == told["view"]["seat"])
    return next(iter(mine["places"].values()), [])


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[] if name == "on-the-draw" else [pytest.mark.confirm]) for name in game_names()]
)
def test_a_round_is_read_aloud_in_order(new_guest: Callable[..., Guest], name: str) -> None:
    guest, game = new_guest(), game_named(name)
    guest.sit_down(game.title)
    first = next(spot.label for spot in game.spots if not spot.later)
    before = read_aloud(guest)
    in_order(before, "^table ", r"^group Your .*: (none yet|empty)", "^region Your place")
    in_order(
        before,
        f"^heading {re.escape(game.title)}",
        "^paragraph (Lay your bets|.*button)",
        "^table ",
        rf"^button {first}: \$\d+, takes \$\d+ to \$",
        "^region Your place",
        r"^definition \$200",
        "^group Your bets",
        r"^button Deal \$\d+",
        "^button Leave",
    )
    guest.wait()
    guest.deal_button.click()
    while guest.wait() == "deciding" or not guest.settled:
        if guest.wait() == "betting":
            guest.deal_button.click()
            continue
        told, sequence = seen(guest), guest.sequence
        asked, cards = told["told"]["asks"], spoken(hand_of(told))
        buttons = [one.inner_text().split("\n")[0] for one in guest.page.locator("[data-action]").all()]
        in_order(
            read_aloud(guest),
            f"^heading {re.escape(game.title)}",
            f"^paragraph .*{re.escape(asked)}",
            f"^group Your .*{re.escape(cards)}",
            "^group Your decision",
            *(f"^button {re.escape(words)}" for words in buttons),
            f"^status .*{re.escape(cards)}.*{re.escape(asked)}",
        )
        guest.take(guest.offered()[-1])
        guest.page.wait_for_selector(f"[data-sequence]:not([data-sequence='{sequence}'])")
    told = seen(guest)
    result = r"You (win \$[\d,.]+|lose \$[\d,.]+|are even)"
    in_order(
        read_aloud(guest),
        "^region Results of the round",
        f"^heading {result}",
        *(f"^listitem {re.escape(line)}" for line in told["told"]["lines"]),
        rf"^listitem .*{first} (wins|loses|pushes)",
        r"^button Deal \$\d+",
        f"^status {result}",
    )
