"""Static shapes of the ops of control flow.

Values pass through unchanged; only where two ways meet does a rule have to compare.
"""
