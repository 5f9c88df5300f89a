"""What people look at: pages about runs and games."""
