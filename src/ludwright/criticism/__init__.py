"""What a game was worth: criteria measured on playtests, and what is concluded from them."""
