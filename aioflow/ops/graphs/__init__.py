"""Whole graphs: loading files and meta graphs.

A graph alone is a GraphDef; with its collections it is a MetaGraphDef, from which variables can be used again.
"""
