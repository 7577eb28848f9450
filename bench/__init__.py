"""How fast Croupier is, side by side with its peers; each module with a `run` is one benchmark."""
