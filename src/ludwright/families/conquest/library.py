"""The conquest games that come with the package, by name; each is one text file."""

from __future__ import annotations

from ludwright.families.conquest.vocabulary import ConquestGame
from ludwright.language.packaged import PackagedGames

GAMES: PackagedGames = PackagedGames(ConquestGame, "conquest")
game_names = GAMES.names
open_game = GAMES.open
