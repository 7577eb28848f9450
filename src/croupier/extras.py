"""What `pip install croupier` leaves out: the packages of each extra, and how somebody without them is told."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Final, Literal

from croupier.errors import Refused

Extra = Literal["server", "reports", "cluster", "gpu", "parquet", "pandas", "polars", "gym", "lab"]

PACKAGES: Final[dict[Extra, tuple[str, ...]]] = {
    "server": (
        "aiosqlite",
        "argon2",
        "asyncpg",
        "cryptography",
        "fastapi",
        "filelock",
        "httptools",
        "prometheus_client",
        "sqlalchemy",
        "uvicorn",
        "websockets",
    ),
    "reports": ("pypdf", "typst"),
    "cluster": ("ray",),
    "gpu": ("numba_cuda",),
    "parquet": ("pyarrow",),
    "pandas": ("pandas",),
    "polars": ("polars",),
    "gym": ("gymnasium",),
    "lab": ("scipy",),
}
"""By extra, the packages that are imported for it, each on every system."""

_FOR: Final[dict[Extra, str]] = {
    "server": "a house needs",
    "reports": "papers need",
    "cluster": "--engine ray needs",
    "gpu": "--engine gpu needs",
    "parquet": "Parquet needs",
    "pandas": "to_pandas() needs",
    "polars": "to_polars() needs",
    "gym": "a Gymnasium environment needs",
    "lab": "tests of the generator need",
}


def need(extra: Extra) -> None:
    """Refuse to go on where a package of the extra is not installed."""
    for package in PACKAGES[extra]:
        if find_spec(package) is None:
            raise Refused(f"{_FOR[extra]} {package}, which is not installed; pip install 'croupier[{extra}]' adds it")
