"""Games of dominoes on a terminal: what they look like, what keys do, what is said of them."""
