"""A family of a page: two to four seats, a die and a hidden card each. See docs/how-to/add-a-family.md."""

from ludwright.play.families import register_family

register_family("toy", "toy", "tests.toy.family")
