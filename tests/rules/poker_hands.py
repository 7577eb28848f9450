"""Seven cards of every kind, the Trips tables as they are printed, and what a stake wins at odds."""

SEVEN_CARDS = {
    "royal-flush": "As Ks Qs Js Ts 2d 3c",
    "straight-flush": "9s 8s 7s 6s 5s 2d Kc",
    "four-of-a-kind": "Qs Qh Qd Qc 2d 5c 9h",
    "full-house": "Ks Kd Kh 4c 4d 9h 2s",
    "flush": "As Js 8s 6s 3s Kd Qc",
    "straight": "9s 8d 7c 6h 5s Kd 2c",
    "three-of-a-kind": "7s 7d 7c Kh Js 4d 2c",
    "two-pair": "Ks Kd 4c 4d 9h 7s 2c",
    "pair": "As Ad Kc 9h 7s 4d 2c",
    "high-card": "As Kd Jc 9h 7s 4d 2c",
}
TWO_PAIR_OR_BETTER = [kind for kind in SEVEN_CARDS if kind not in ("pair", "high-card")]
THREE_OF_A_KIND_OR_BETTER = [kind for kind in TWO_PAIR_OR_BETTER if kind != "two-pair"]
JACK_HIGH = "Jh Tc 8c 6d 5h 3d 2h"
"""Seven cards for a dealer that lose to all of these."""

TRIPS_TABLES = {
    "trips-1": "50:1 40:1 30:1 8:1 6:1 5:1 3:1",
    "trips-2": "50:1 40:1 30:1 8:1 7:1 4:1 3:1",
    "trips-3": "50:1 40:1 20:1 7:1 6:1 5:1 3:1",
}
"""As printed, royal flush first, three of a kind last."""


def won(stake: int, odds: str) -> int:
    """What a stake wins at odds such as 3:2."""
    up, down = map(int, odds.split(":"))
    return stake * up // down
