"""From what is known of a game to lines of styled text: pure functions, no terminal needed.

`table` says what is drawn, `frame` puts a whole screen together, and `large`, `compact` and
`small` are three sizes of the triangle. No rules are known here: what may move where comes from
the server.
"""
