"""How likely chance alone makes a statistic as large as the one that was found."""

from __future__ import annotations

from math import comb, erfc, exp, inf, lgamma, log, pi, sqrt

EPSILON = 1e-15
MOST_TERMS = 100_000


def chi_square_tail(statistic: float, degrees: int) -> float:
    """The probability that a chi-square of so many degrees of freedom is at least this large.

    >>> round(chi_square_tail(6.6348966, 1), 8), round(chi_square_tail(77.3859616, 51), 8)
    (0.01, 0.01)
    """
    return upper_gamma(degrees / 2, statistic / 2)


def upper_gamma(a: float, x: float) -> float:
    """The regularised upper incomplete gamma function Q(a, x).

    Below a + 1 the power series of its complement converges fast, above it the continued fraction.
    """
    if x <= 0:
        return 1.0
    if x == inf:
        return 0.0
    scale = exp(a * log(x) - x - lgamma(a))
    return 1 - scale * _series(a, x) if x < a + 1 else scale * _fraction(a, x)


def _series(a: float, x: float) -> float:
    """The sum over n of x**n / (a (a+1) ... (a+n))."""
    term = total = 1 / a
    for n in range(1, MOST_TERMS):
        term *= x / (a + n)
        total += term
        if term < total * EPSILON:
            return total
    raise AssertionError(f"the series of Q({a}, {x}) does not converge")


def _fraction(a: float, x: float) -> float:
    """1/(x+1-a- 1(1-a)/(x+3-a- 2(2-a)/(x+5-a- ...))), worked out from the front by Lentz's method."""
    b = x + 1 - a
    c = inf
    d = value = 1 / b
    for n in range(1, MOST_TERMS):
        numerator = -n * (n - a)
        b += 2
        d = 1 / (numerator * d + b)
        c = b + numerator / c
        value *= c * d
        if abs(c * d - 1) < EPSILON:
            return value
    raise AssertionError(f"the continued fraction of Q({a}, {x}) does not converge")


def normal_tails(z: float) -> float:
    """The probability that a standard normal value is at least this far from zero, on either side.

    >>> round(normal_tails(2.5758293), 9)
    0.01
    """
    return erfc(abs(z) / sqrt(2))


def kolmogorov_tail(distance: float) -> float:
    """The probability that the largest distance of a sample from its distribution, times the root of its size, is this.

    >>> round(kolmogorov_tail(1.6276236), 7)
    0.01
    """
    if distance <= 0:
        return 1.0
    if distance < 1:
        steps = sum(exp(-(((2 * k - 1) * pi / distance) ** 2) / 8) for k in range(1, 20))
        return 1 - sqrt(2 * pi) / distance * steps
    return 2 * sum((1 if k % 2 else -1) * exp(-2 * (k * distance) ** 2) for k in range(1, 20))


def binomial_tail(trials: int, probability: float, successes: int) -> float:
    """The probability of at least so many successes.

    >>> round(binomial_tail(3, 0.5, 2), 9)
    0.5
    """
    return min(1.0, sum(_binomial(trials, probability, k) for k in range(max(successes, 0), trials + 1)))


def _binomial(trials: int, probability: float, successes: int) -> float:
    return exp(
        log(comb(trials, successes)) + successes * log(probability) + (trials - successes) * log(1 - probability)
    )
