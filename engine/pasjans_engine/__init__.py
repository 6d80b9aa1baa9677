"""The games' rules, pure: values in, values out; no I/O, no clock, no chance.

tiles, cards, shuffle    the pieces, and the deal that a seed decides
rules                    the contract each game meets, and the games there are
domino, queens           the games
game                     commands, events, and the game they make
notation, view           what is written and what is seen
perft                    move sequences, counted
"""
