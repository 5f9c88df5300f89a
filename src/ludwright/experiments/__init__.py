"""Tables and figures of papers, each reproduced by one command."""
