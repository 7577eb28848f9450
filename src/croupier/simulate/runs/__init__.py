"""How a simulation is carried out: pieces, cores and clusters, stopped and resumed."""
