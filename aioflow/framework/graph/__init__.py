"""Graphs: operations, tensors, scopes, functions, and their messages."""
