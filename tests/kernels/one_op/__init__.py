"""Graphs of one op, made up from the cases that are recorded, and run by TensorFlow and by aioflow.

    python -m tests.kernels.one_op --tensorflow PYTHON [--count N] [--seed S] [FAMILY ...]

compares any number of them where a Python with TensorFlow is at hand; both programs run in child processes, which may
crash. A graph that shows a difference becomes a case among those whose results are recorded, in `tests/kernels/cases`.
"""
