"""The command `pasjans`: what can be done in a terminal. One module a subcommand."""
