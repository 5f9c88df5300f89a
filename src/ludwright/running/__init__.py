"""Runs as a whole: what drives them, and what they leave behind.

Synthesis makes generations and the store keeps them; here the two are joined.
"""
