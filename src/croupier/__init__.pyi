from croupier.cards import parse_cards as parse_cards
from croupier.errors import Refused as Refused
from croupier.games import game_names as game_names
from croupier.interactive.chosen_game import ChosenGame as ChosenGame
from croupier.interactive.chosen_game import game as game
from croupier.odds import PayTable as PayTable

__version__: str
