"""Mathematics by element and by axis: arithmetic, logic, reductions, segments and special functions."""
