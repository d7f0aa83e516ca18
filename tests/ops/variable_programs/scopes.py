"""Programs that open variable scopes."""
from __future__ import annotations

from contextlib import ExitStack
from typing import Any

from tests.ops.variable_programs import error_of, errors_of, program


@program
def names_in_scopes(tf: Any) -> Any:
    found: list[Any] = []

    def note(scope: Any) -> None:
        found.extend([scope.name, scope.original_name_scope])
        found.extend([tf.constant(1, name="c").name, tf.Variable(1, name="x").name])

    with tf.variable_scope("a") as a:
        note(a)
        found.append(tf.get_variable("v", [1]).name)
        with tf.variable_scope("b") as b:
            note(b)
            found.append(tf.get_variable("v", [1]).name)
    with tf.variable_scope("a", reuse=True) as again:
        note(again)
        found.append(tf.get_variable("v", [1]).name)
        with tf.variable_scope("b") as inner:
            note(inner)
            found.append(tf.get_variable("v", [1]).name)
    with tf.variable_scope(a, reuse=True) as again:
        note(again)
    with tf.variable_scope(b) as again:
        note(again)
    with tf.variable_scope(a, auxiliary_name_scope=False) as again:
        note(again)
    with tf.variable_scope(a) as again, tf.name_scope(again.original_name_scope):
        note(again)
    with tf.name_scope("n"):
        with tf.variable_scope("m") as m:
            note(m)
        with tf.variable_scope(m) as again:
            note(again)
        with tf.variable_scope("k", auxiliary_name_scope=False) as k:
            note(k)
        with tf.variable_scope("") as root:
            note(root)
    with tf.variable_scope("") as root:
        note(root)
    with tf.variable_scope("a"), tf.variable_scope("/q") as q:
        note(q)
    with tf.variable_scope("one/two") as two:
        note(two)
    with tf.variable_scope(two) as two:
        note(two)
    return found


@program
def default_names(tf: Any) -> Any:
    found: list[Any] = []

    def layer() -> None:
        with tf.variable_scope(None, "layer") as scope:
            found.extend([scope.name, scope.original_name_scope, error_of(lambda: tf.get_variable("w", [1]))])
            with tf.variable_scope(None, default_name="inner") as inner:
                found.append(inner.name)

    layer()
    layer()
    with tf.variable_scope("outer") as outer:
        layer()
        layer()
    with tf.variable_scope("layer"):
        found.append(tf.get_variable_scope().name)
    layer()
    with tf.variable_scope(outer):
        layer()
    with tf.variable_scope("outer"), tf.variable_scope(None, "fresh") as fresh:
        found.append(fresh.name)
    with tf.variable_scope("given", "layer") as given:
        found.append(given.name)
    return found


@program
def reuse(tf: Any) -> Any:
    found: list[Any] = [tf.get_variable("v", [1]).name]
    with tf.variable_scope("s", reuse=tf.AUTO_REUSE):
        found += [tf.get_variable("v", [1]) is tf.get_variable("v", [1])]
        with tf.variable_scope("inner"):
            found += [tf.get_variable("v", [1]) is tf.get_variable("v", [1])]
    with tf.variable_scope("s") as s:
        found += [error_of(lambda: tf.get_variable("v", [1]))]
        s.reuse_variables()
        found += [tf.get_variable("v", [1]).name, s.reuse]
        with tf.variable_scope("inner", reuse=False) as inner:
            found += [inner.reuse, tf.get_variable("v", [1]).name]
    with tf.variable_scope(s) as again:
        found += [again.reuse]
    tf.get_variable_scope().reuse_variables()
    return [*found, tf.get_variable("v").name, error_of(lambda: tf.get_variable("w", [1]))]


@program
def scope_errors(tf: Any) -> Any:
    tf.get_variable("v", [1])

    def reused(*args: Any) -> Any:
        with tf.variable_scope("", reuse=True):
            return tf.get_variable(*args)

    def opened(*args: Any, **options: Any) -> Any:
        with ExitStack() as stack:
            return stack.enter_context(tf.variable_scope(*args, **options))

    return errors_of(
        lambda: tf.get_variable("v", [1]),
        lambda: reused("nope", [1]),
        lambda: reused("v", [2]),
        lambda: reused("v", [1], tf.int32),
        lambda: tf.get_variable("z"),
        lambda: tf.get_variable("z", [2], initializer=tf.ones([2])),
        lambda: tf.get_variable("z", dtype=tf.int32, initializer=tf.ones([2])),
        lambda: tf.get_variable("z", [None, 2]),
        lambda: tf.get_variable("z", [2], tf.complex64),
        lambda: opened(None),
        lambda: opened("x", reuse=7),
        lambda: opened(None, "x", reuse=True),
        lambda: tf.Variable(),
        lambda: tf.Variable(1.0, collections="variables"),
        lambda: tf.Variable(1.0, constraint=3),
        lambda: tf.Variable(tf.placeholder(tf.float32)),
        lambda: tf.Variable(1.0).assign([1.0, 2.0]),
        lambda: tf.Variable(1.0, use_resource=True).assign([1.0, 2.0]),
        lambda: tf.Variable([1.0]).scatter_add(3.0),
    )


@program
def defaults_of_scopes(tf: Any) -> Any:
    found = []
    half = tf.constant_initializer(0.5)
    with tf.variable_scope("a", initializer=half, use_resource=True, dtype=tf.float64) as a:
        found.append(tf.get_variable("w", [2]))
        with tf.variable_scope("b", use_resource=False):
            found += [tf.get_variable("w", [2]), tf.get_variable("i", [2], tf.float32, tf.ones_initializer())]
        found.append(tf.Variable(1.0))
    with tf.variable_scope(a, dtype=tf.float32):
        found.append(tf.get_variable("x", [2]))
    with tf.variable_scope("c") as c:
        c.set_initializer(half)
        c.set_use_resource(True)
        found.append(tf.get_variable("w", [2]))
    with tf.variable_scope("outer", constraint=tf.nn.relu):
        found.append(tf.get_variable("w", [2]).constraint is tf.nn.relu)
    return found, [v.name for v in a.global_variables()], [v.name for v in tf.trainable_variables("a/b")]


@program
def regularizer(tf: Any) -> Any:
    with tf.variable_scope("a", regularizer=lambda v: tf.reduce_sum(v * v, name="loss")):
        tf.get_variable("w", initializer=[1.0, 2.0])
        with tf.variable_scope("b", regularizer=lambda v: None):
            tf.get_variable("w", [2])
    losses = tf.get_collection(tf.GraphKeys.REGULARIZATION_LOSSES)
    return [loss.name for loss in losses], losses


@program
def custom_getters(tf: Any) -> Any:
    seen: list[Any] = []

    def noting(kind: str) -> Any:
        def getter(getter: Any, name: str, *args: Any, **options: Any) -> Any:
            seen.append([kind, name, options["shape"], options["reuse"] in (None, False)])
            return getter(f"{name}_{kind}", *args, **options)

        return getter

    with tf.variable_scope("a", custom_getter=noting("outer")):
        made = [tf.get_variable("w", [2])]
        with tf.variable_scope("b", custom_getter=noting("inner")):
            made.append(tf.get_variable("w", [2]))
        made.append(tf.get_variable("x", [2], custom_getter=noting("own")))
    return seen, made


@program
def local_variables(tf: Any) -> Any:
    made = tf.get_local_variable("l", [2])
    return made.name, made.trainable, [v.name for v in tf.local_variables()], [v.name for v in tf.global_variables()]


@program
def templates(tf: Any) -> Any:
    def scaled(x: Any, factor: float = 1.0) -> Any:
        return x * tf.get_variable("w", [1], initializer=tf.constant_initializer(3.0)) * factor

    first, other = tf.make_template("foo", scaled), tf.make_template("foo", scaled, factor=2.0)
    results = [first(tf.constant([1.0])), first(tf.constant([2.0])), other(tf.constant([3.0]))]
    early = tf.make_template("foo", scaled, create_scope_now_=True)
    with tf.variable_scope("outer"):
        results += [early(tf.constant([3.0])), early(tf.constant([4.0]))]
    named = tf.make_template("foo", scaled, unique_name_="mine")
    results.append(named(tf.constant([5.0])))
    names = [[v.name for v in t.variables] for t in (first, other, early, named)]
    return results, first.name, first.variable_scope_name, names, [v.name for v in first.trainable_variables]
