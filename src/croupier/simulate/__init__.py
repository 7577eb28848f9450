"""Simulation of whole tables: compiled kernels' common parts, seeds, statistics, runners."""
