"""Static shapes of the ops of sparse tensors.

A sparse tensor is three tensors, places, values and shape, and mostly only its rank is known.
"""
