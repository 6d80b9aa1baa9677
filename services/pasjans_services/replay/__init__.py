"""Games at any ply: which there are, where they stood, as files, and as streams."""
