"""Kernels of datasets: descriptions of sequences of elements, the passes over them, and iterators that steps ask.

A pass makes an element when it is asked for one, in the step that asks: nothing runs ahead, and orders of elements, of
errors and of ends are those of TensorFlow without its threads.
"""
