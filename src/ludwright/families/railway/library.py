"""The railway games that come with the package, by name; each is one text file."""

from __future__ import annotations

from ludwright.families.railway.vocabulary import RailwayGame
from ludwright.language.packaged import PackagedGames

GAMES: PackagedGames = PackagedGames(RailwayGame, "railway")
game_names = GAMES.names
open_game = GAMES.open
