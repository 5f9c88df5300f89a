"""Families of games; each reads its own ludemes and plays its own positions."""
