"""Pages for users: reports about runs and games."""
