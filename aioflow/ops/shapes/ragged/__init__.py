"""Static shapes of the ops of ragged tensors.

Rows of different lengths are a vector of splits and the values, whose number only a run can tell.
"""
