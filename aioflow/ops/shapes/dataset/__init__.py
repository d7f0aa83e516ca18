"""Static shapes of the ops of datasets.

Datasets and iterators are scalars; the shapes of their elements are declared.
"""
