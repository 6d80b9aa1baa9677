"""Whether a position can be solved, with a line or a proof."""
