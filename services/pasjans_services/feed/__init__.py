"""Announcements of games that begin and end, for whoever keeps lists of them."""
