"""Linear algebra: products, decompositions, diagonals and matrix functions.

Leading dimensions are batches of matrices; LAPACK by way of numpy does most of the work.
"""
