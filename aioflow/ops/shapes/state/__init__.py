"""Static shapes of the ops of variables.

The node that makes a variable declares its shape, whether readers get a reference or a handle.
"""
