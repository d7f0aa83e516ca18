"""Mathematics by element and by axis: arithmetic, logic, reductions, segments and special functions.

Sixteen-bit floats are summed in float32 and rounded once; integers wrap around as in C.
"""
