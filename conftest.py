"""What the tests leave aside: migrations are run by the house, not imported."""

collect_ignore_glob = ["src/croupier/floor/migrations/*", "web/*"]
