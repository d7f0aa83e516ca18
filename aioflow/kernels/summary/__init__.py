"""Kernels of summaries, logs, assertions and debuggers' questions: they tell people about tensors and change none.

Messages and files of events are TensorFlow's, bit by bit where values allow it, for the same tools read them.
"""
