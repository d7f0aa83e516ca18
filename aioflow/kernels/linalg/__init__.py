"""Linear algebra: products, decompositions, diagonals and matrix functions."""
