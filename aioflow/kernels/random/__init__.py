"""Random numbers, bit by bit those of TensorFlow.

Kernels draw words from Philox streams in TensorFlow's order; samplers that reject have a stretch for each sample.
"""
