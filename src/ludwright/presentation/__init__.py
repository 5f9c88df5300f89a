"""Everything that is drawn or laid out for readers: plots, pages, reports, reprs."""
