"""Railway games: routes between cities, coloured cards and hidden tickets."""
