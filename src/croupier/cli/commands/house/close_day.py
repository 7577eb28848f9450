"""`croupier close`: the day's close of a house, a paper."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli.house_options import Config, Data, Database, data_folder
from croupier.cli.progress import progress
from croupier.extras import need

if TYPE_CHECKING:
    from croupier.floor.pit.day_counts import PeopleCounted
    from croupier.floor.pit.figures import DayOfPit


def close(
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="Where to write it: a .pdf or .html.")],
    date: Annotated[
        str, typer.Option("--date", metavar="YYYY-MM-DD", help="A day, from six to six; today if not said.")
    ] = "",
    ahead: Annotated[
        int, typer.Option(metavar="HOURS", min=-12, max=14, help="How far the pit's clocks are ahead of UTC.")
    ] = 0,
    config: Config = None,
    database_url: Database = None,
    data: Data = None,
) -> None:
    """Write the day's close: results beside what was expected.

    The sealed paper has each table, game and shift.
    """
    import asyncio

    need("server")
    need("reports")
    from croupier.floor.api.pit_theory import kept_luck
    from croupier.floor.pit.bet_mathematics import solved_bets, theories_of
    from croupier.floor.pit.day_close import seal_close
    from croupier.floor.pit.figures import first_hour
    from croupier.floor.storage.database import Storage, existing_database
    from croupier.reports.inputs import format_of
    from croupier.reports.typesetting import check_writable, set_in_type, write

    format = format_of(output, "close")
    check_writable(output)
    day, first = first_hour(date, ahead)
    folder = data_folder(data)
    storage = Storage(existing_database(database_url, folder), to_look_at=True, data=folder)

    async def read() -> tuple[DayOfPit, PeopleCounted]:
        from croupier.floor.pit.day_counts import read_day, read_people

        try:
            async with storage.reading() as connection:
                return await read_day(connection, day, ahead), await read_people(connection, (first, first + 24))
        finally:
            await storage.close()

    with progress(f"closing {day}"):
        counted, people = asyncio.run(read())
        known = theories_of(counted.opened, counted.wagers, solved_bets, kept_luck)
        rated = people.ratings(theories_of(people.opened, people.wagers, solved_bets, kept_luck))
        write(output, set_in_type(seal_close(counted, known, rated), format))
    print(output)
