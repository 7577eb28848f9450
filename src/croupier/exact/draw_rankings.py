"""The rankings of the draw family, under the name by which programs have imported them since 0.1.0."""

from croupier.exact.draw.rankings import DEUCES, POKER

__all__ = ["DEUCES", "POKER"]
