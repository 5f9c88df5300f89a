"""A family of a page: two to four seats, a die and a hidden card each.

It is the example of docs/how-to/add-a-family.md and goes through everything that games go through.
"""
