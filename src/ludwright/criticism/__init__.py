"""How good a game is: criteria measured on playtests, and the conclusions drawn from them."""
