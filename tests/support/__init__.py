"""Parts that tests of several kinds share: real gateway processes, and a wire that can be hurt."""
