"""The papers' tables and figures, each made again by one command."""
