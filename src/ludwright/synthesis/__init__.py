"""What to try next: variation, screening and the loops that look for better games."""
