"""The shoe family: cards drawn from a shoe until the player stands, and paid by the result."""

from croupier.exact.shoe.shoe_family import (
    LOSES,
    Hand,
    Play,
    PlayedOut,
    Shoe,
    ShoeGame,
    as_drawn,
    informed,
    net_pays,
    play_out,
    solve,
)

__all__ = [
    "LOSES",
    "Hand",
    "Play",
    "PlayedOut",
    "Shoe",
    "ShoeGame",
    "as_drawn",
    "informed",
    "net_pays",
    "play_out",
    "solve",
]
