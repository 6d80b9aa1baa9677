"""Games of Topsy-Turvy Queens: what they look like, what keys do, what is said of them."""
