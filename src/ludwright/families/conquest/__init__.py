"""Conquest: territories, troops, dice and cards, for two to six seats."""
