"""Programs with variables, run with TensorFlow (by `record.py`) and with aioflow: they must do the same.

Each builds nodes in an empty graph whose seed is 3 and returns what is compared beside them: texts and numbers as they
are, tensors and variables by their names, and both by what a run gives after the variables' initialization.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

Program = Callable[[Any], Any]
PROGRAMS: dict[str, Program] = {}
# Programs whose nodes differ from TensorFlow's, and why.
OTHER_NODES = {
    "report_uninitialized": "boolean_mask of a vector needs fewer nodes here",
    "scope_errors": "what failed has left nodes behind",
    "safe_initial_values": "what guards an initial value is not guarded again",
    "regularizer": "TensorFlow builds the loss twice, and uses one of them",
    "arrays_by_number": "TensorFlow keeps constants that it folded away",
    "array_in_a_loop": "tf.while_loop builds other helper nodes",
    "queue_errors": "what failed has left nodes behind",
    "conditional_updates": "tf.cond gives values, not references",
    "lookups_in_shards": "rows of several tables are found another way",
    "strings_of_a_producer": "tf.Assert is one node",
    "failing_producers": "what failed has left nodes behind",
    "accumulator_errors": "what failed has left nodes behind",
    "switching": "TensorFlow builds functions",
    "switching_errors": "what failed has left nodes behind",
    "reader_errors": "what failed has left nodes behind",
    "reader_of_a_producer": "tf.Assert is one node",
    "table_errors": "what failed has left nodes behind",
    "batches_of_rows": "TensorFlow keeps the axis of a concat of one tensor",
}


def program(function: Program) -> Program:
    """Adds a function to `PROGRAMS` by its name."""
    PROGRAMS[function.__name__] = function
    return function


def errors_of(*attempts: Callable[[], Any]) -> list[str]:
    """The class of the error of each attempt."""
    return [error_of(attempt) for attempt in attempts]


def error_of(attempt: Callable[[], Any]) -> str:
    try:
        attempt()
    except Exception as error:
        return type(error).__name__
    return "no error"
