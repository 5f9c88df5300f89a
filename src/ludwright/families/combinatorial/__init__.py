"""Combinatorial board games for two seats: boards, pieces, rules and pictures."""
