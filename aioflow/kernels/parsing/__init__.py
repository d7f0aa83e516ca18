"""Parsing kernels: CSV, raw bytes, JSON, serialized tensors, tf.Examples and protocol messages.

Their input comes from outside the graph: sizes are checked before anything is allocated, and errors name what is
malformed.
"""
