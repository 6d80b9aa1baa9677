"""Par as a service: deals are solved by workers, and new deals are chosen among solvable ones."""
