"""What can be typed at the table."""

from __future__ import annotations

from croupier.cli.terminal.typed_answers import is_pick, keys
from croupier.table.decisions import Decision
from croupier.table.table import Table

BETWEEN_ROUNDS = (
    "  pass       sit this round out",
    "  buy 100    buy more chips",
    "  rules      how the game is played at this table; dealer, what the dealer is told; words, what they mean",
    "  paytable   what it pays",
    "  coach      say after each decision what it cost, or stop it",
    "  leave      take your chips and go",
)
IN_A_ROUND = (
    "  hint       what is best here, and what it is worth",
    "  coach      say after each decision what it cost, or stop it",
    "  rules      how the game is played at this table; dealer, what the dealer is told; words, what they mean",
    "  paytable   what it pays",
    "  quit       leave: the rest is answered without another chip, and settled",
)


def help_with_bets(table: Table) -> list[str]:
    """How bets are typed."""
    lines = ["Type each spot with its amount, then Enter; an amount alone goes on the first spot. The spots are:"]
    for spot in table.game.spots:
        if spot.pot:
            lines.append(f"  {spot.name.rpartition('-')[2]:<10} no amount: it costs the pot's price")
        elif spot.equals:
            lines.append(f"  {spot.name:<10} always equal to {spot.equals}, and need not be typed")
        elif not spot.later:
            limit = table.placard.limit(table.game, spot.name)
            lines.append(f"  {spot.name:<10} {limit}{', required' if spot.required else ''}")
    return [*lines, "Or:", "  Enter      the bets that are offered", *BETWEEN_ROUNDS]


def help_with_going_on() -> list[str]:
    """What can be typed before a round that asks something before the bets."""
    return ["  Enter      begin the round; bets are asked for once its game is chosen", *BETWEEN_ROUNDS]


def help_with_decision(decision: Decision, hand: list[str]) -> list[str]:
    """How a decision is typed."""
    if is_pick(decision):
        verb = decision.legal[0].split()[0]
        return [
            f"Type the places of the cards to {verb}, as in 135; or all, none, or {verb} {' '.join(hand[:2])}; "
            "then Enter. Or:",
            *IN_A_ROUND,
        ]
    answers = [f"  {key:<10} {name}" for name, key in keys(decision.legal, hand).items()]
    amounts = [f"             {between}" for between in decision.between]
    return ["Type a key or the words beside it, then Enter:", *answers, *amounts, "Or:", *IN_A_ROUND]
