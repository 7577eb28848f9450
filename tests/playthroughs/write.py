"""Write the golden rounds anew: `python -m tests.playthroughs.write`."""

from __future__ import annotations

from croupier.games import game_names
from tests.playthroughs.playthrough import golden_file, playthrough


def main() -> None:
    """Write every file that has changed, and say which."""
    contents = {golden_file(name): playthrough(name) for name in game_names()}
    for path, content in contents.items():
        if not path.exists() or path.read_text("utf-8") != content:
            path.write_text(content, "utf-8")
            print(f"wrote {path.name}")


if __name__ == "__main__":
    main()
