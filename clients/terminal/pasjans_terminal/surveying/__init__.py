"""Solving many deals by lot, and telling what they are like.

`deals` says which deals there are and solves them, `lines` and `ledger` keep the answers in a
file, `tally` counts them, `summary` says what follows, `text` and `histogram` write it for people,
and `surveyor` puts all of it together.
"""
