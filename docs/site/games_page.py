"""Every game's bets, paytables, rows and settings, from the games themselves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from croupier.contract import games_json


def pages() -> Iterator[tuple[str, str]]:
    """The page of all games."""
    lines = [
        "# Games, bets and settings",
        "",
        "What `--bet`, `--paytable BET=NAME`, `--set KEY=VALUE` and a paytable file may say. `croupier games --json`",
        "tells programs the same.",
    ]
    for game in games_json()["games"]:
        lines += ["", f"## {game['title']} {{ #{game['name']} }}", "", game["sentence"], ""]
        lines += [f"Name `{game['name']}`, up to {game['seats']} seats; [the rules](../rules/{game['name']}.md).", ""]
        lines += _bets(game["bets"])
        for bet, printed in game["printed"].items():
            lines += [
                "",
                f"### Paytables: {bet} {{ #{game['name']}-{bet.replace('/', '-')} }}",
                "",
                *_paytables(printed),
            ]
        lines += ["", f"### Settings {{ #{game['name']}-settings }}", "", *_settings(game["settings"])]
    yield "reference/games.md", "\n".join(lines) + "\n"


def _bets(bets: list[dict[str, Any]]) -> list[str]:
    rows = ["| bet | on the felt | limits by default | |", "|---|---|---|---|"]
    for bet in bets:
        limits = (
            "" if bet["least_cents"] is None else f"{_dollars(bet['least_cents'])} to {_dollars(bet['most_cents'])}"
        )
        notes = ["required"] if bet["required"] else []
        notes += [f"equal to `{bet['equals']}`"] if bet["equals"] else []
        notes += ["made during the round"] if bet["later"] else []
        notes += ["costs the pot's price"] if bet["pot"] else []
        rows.append(f"| `{bet['name']}` | {bet['label']} | {limits} | {', '.join(notes)} |")
    return rows


def _paytables(printed: dict[str, Any]) -> list[str]:
    tables = printed["tables"]
    rows = ["| row | " + " | ".join(f"`{table['name']}`" for table in tables) + " |", "|---" * (len(tables) + 1) + "|"]
    return rows + [
        f"| `{row}` | " + " | ".join(_paid(table, row) for table in tables) + " |" for row in printed["rows"]
    ]


def _paid(table: dict[str, Any], row: str) -> str:
    if row in table["fixed_cents"]:
        return _dollars(table["fixed_cents"][row])
    return str(table["pays"].get(row, ""))


def _settings(settings: list[dict[str, Any]]) -> list[str]:
    rows = ["| setting | default | may be |", "|---|---|---|"]
    for setting in settings:
        allowed = setting["allowed"]
        said = ", ".join(f"`{word}`" for word in allowed) if isinstance(allowed, list) else str(allowed)
        rows.append(f"| `{setting['name']}` | `{setting['default']}` | {said} |")
    return rows


def _dollars(cents: int) -> str:
    return f"${cents / 100:,.2f}".removesuffix(".00")
