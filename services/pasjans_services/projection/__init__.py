"""Projections: what is kept beside the logs, and can be made from them anew."""
