"""How results show themselves: HTML with plots and cards in a notebook, frames for pandas and Polars, CSV."""
