"""Layers without variables, and layers several times: max_pool2d, dropout, flatten, repeat, stack, ..."""
from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from aioflow.contrib.framework.arg_scopes import add_arg_scope
from aioflow.contrib.framework.model_variables import model_variable
from aioflow.contrib.layers.dense_layers import fully_connected
from aioflow.contrib.layers.model_getters import Collections, VariablesCollections, named_output, note_variable
from aioflow.framework.dtypes import int32, int64
from aioflow.framework.graph import Tensor
from aioflow.layers.dense import Dropout
from aioflow.layers.dense import flatten as flattened
from aioflow.layers.window_sizes import sizes_of, window_of
from aioflow.ops.building.apply_op import TensorLike
from aioflow.ops.building.convert import convert_to_tensor
from aioflow.ops.building.graph_scopes import name_scope
from aioflow.ops.functions import array_creation
from aioflow.ops.functions.math_ops import cast
from aioflow.ops.functions.nn import nn_conv, nn_ops
from aioflow.ops.variables.embeddings import embedding_lookup
from aioflow.ops.variables.initializers import Zeros
from aioflow.ops.variables.variable_scope import variable_scope


@add_arg_scope
def max_pool2d(
    inputs: TensorLike,
    kernel_size: Any,
    stride: Any = 2,
    padding: str = "VALID",
    data_format: str = "NHWC",
    outputs_collections: Collections = None,
    scope: str | None = None,
) -> Tensor:
    """Maxima over windows of images.

    Args:
        inputs: [batch, height, width, channels], or channels second.
        kernel_size: Size of the windows: one number, or two.
        stride: Their step, given like their size.
        padding: "VALID" or "SAME".
        data_format: "NHWC" or "NCHW".
        outputs_collections: Collections that list the result.
        scope: Name of the scope; "MaxPool2D" when None.

    Raises:
        ValueError: The data format is wrong.
    """
    return _pooled(
        nn_conv.max_pool, "MaxPool2D", inputs, kernel_size, stride, padding, data_format, outputs_collections, scope
    )


@add_arg_scope
def avg_pool2d(
    inputs: TensorLike,
    kernel_size: Any,
    stride: Any = 2,
    padding: str = "VALID",
    data_format: str = "NHWC",
    outputs_collections: Collections = None,
    scope: str | None = None,
) -> Tensor:
    """Means over windows of images; see `max_pool2d`. Its scope is called "AvgPool2D"."""
    return _pooled(
        nn_conv.avg_pool, "AvgPool2D", inputs, kernel_size, stride, padding, data_format, outputs_collections, scope
    )


def _pooled(
    pool: Callable[..., Tensor], default_name: str, inputs: TensorLike, kernel_size: Any, stride: Any, padding: str,
    data_format: str, outputs_collections: Collections, scope: str | None,
) -> Tensor:  # fmt: skip
    if data_format not in ("NCHW", "NHWC"):
        raise ValueError("data_format has to be either NCHW or NHWC.")
    channels = "channels_first" if data_format == "NCHW" else "channels_last"
    with name_scope(scope, default_name, [inputs]) as own:
        sizes, steps = sizes_of(kernel_size, 2, "pool_size"), sizes_of(stride, 2, "strides")
        outputs = pool(
            convert_to_tensor(inputs), window_of(sizes, channels), window_of(steps, channels), padding.upper(),
            data_format,
        )  # fmt: skip
        return named_output(outputs_collections, own, outputs)


@add_arg_scope
def dropout(
    inputs: TensorLike,
    keep_prob: Any = 0.5,
    noise_shape: Sequence[int | None] | None = None,
    is_training: Any = True,
    outputs_collections: Collections = None,
    scope: Any = None,
    seed: int | None = None,
) -> Tensor:
    """Elements set to zero at random in training, and the others scaled up; see `tf.nn.dropout`.

    Args:
        inputs: Floating-point numbers.
        keep_prob: How probably an element is kept.
        noise_shape: Shape of the random decisions, which broadcast.
        is_training: Whether to drop anything: a bool, or a tensor [].
        outputs_collections: Collections that list the result.
        scope: Name of the scope; "Dropout" when None.
        seed: Seed of the random numbers.
    """
    with variable_scope(scope, "Dropout", [inputs]) as own:
        layer = Dropout(1 - keep_prob, noise_shape, seed, name=own.name, _scope=own)
        outputs = layer(convert_to_tensor(inputs), training=is_training)
        return named_output(outputs_collections, own.name, outputs)


@add_arg_scope
def flatten(inputs: TensorLike, outputs_collections: Collections = None, scope: str | None = None) -> Tensor:
    """[batch, elements] of [batch, ...]; its scope is called "Flatten"."""
    with name_scope(scope, "Flatten", [inputs]) as own:
        inputs = convert_to_tensor(inputs)
        if inputs.shape.rank is not None and inputs.shape.rank < 2:
            raise ValueError("Inputs must have a least 2 dimensions.")
        return named_output(outputs_collections, own, flattened(inputs))


@add_arg_scope
def bias_add(
    inputs: TensorLike,
    activation_fn: Callable[..., Any] | None = None,
    initializer: Any = Zeros(),  # noqa: B008  # an initializer has no state
    regularizer: Callable[..., Any] | None = None,
    reuse: Any = None,
    variables_collections: VariablesCollections = None,
    outputs_collections: Collections = None,
    trainable: bool = True,
    data_format: str = "NHWC",
    scope: Any = None,
) -> Tensor:
    """The inputs plus a new variable `biases` [features]; arguments as for `fully_connected`."""
    with variable_scope(scope, "BiasAdd", [inputs], reuse=reuse) as own:
        inputs = convert_to_tensor(inputs)
        size = inputs.shape.as_list()[1 if data_format == "NCHW" else -1]
        if size is None:
            raise ValueError("`C` dimension must be known but is None")
        biases = model_variable(
            "biases", [size], inputs.dtype.base_dtype, initializer=initializer, regularizer=regularizer,
            trainable=trainable,
        )  # fmt: skip
        note_variable(biases, variables_collections, "biases")
        outputs = nn_ops.bias_add(inputs, biases, data_format)
        if activation_fn is not None:
            outputs = activation_fn(outputs)
        return named_output(outputs_collections, own.name, outputs)


@add_arg_scope
def one_hot_encoding(
    labels: TensorLike,
    num_classes: int,
    on_value: float = 1.0,
    off_value: float = 0.0,
    outputs_collections: Collections = None,
    scope: str | None = None,
) -> Tensor:
    """`tf.one_hot` of labels [batch]: [batch, num_classes]."""
    with name_scope(scope, "OneHotEncoding", [labels, num_classes]) as own:
        labels = convert_to_tensor(labels)
        if labels.dtype.base_dtype is int32:
            labels = cast(labels, int64)
        outputs = array_creation.one_hot(labels, num_classes, on_value=on_value, off_value=off_value)
        return named_output(outputs_collections, own, outputs)


@add_arg_scope
def softmax(logits: TensorLike, scope: str | None = None) -> Tensor:
    """`tf.nn.softmax` of the last dimension; its scope is called "softmax"."""
    with variable_scope(scope, "softmax", [logits]):
        return nn_ops.softmax(logits)


@add_arg_scope
def repeat(inputs: TensorLike, repetitions: int, layer: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """Applies a layer several times, each time to the output of the time before, in scopes "NAME_1", "NAME_2", ...

    Args:
        inputs: The first input.
        repetitions: How often.
        layer: The layer's function.
        args: Its other arguments.
        kwargs: The same; `scope` is the name NAME, that of the function when it is not given.
    """
    scope = kwargs.pop("scope", None)
    with variable_scope(scope, "Repeat", [inputs]):
        outputs: Any = convert_to_tensor(inputs)
        name = scope or _name_of(layer, "repeat")
        for i in range(repetitions):
            outputs = layer(outputs, *args, **{**kwargs, "scope": f"{name}_{i + 1}"})
        return outputs


@add_arg_scope
def stack(inputs: TensorLike, layer: Callable[..., Any], stack_args: Sequence[Any], **kwargs: Any) -> Any:
    """Applies a layer several times with other arguments, each time to the output of the time before.

    Args:
        inputs: The first input.
        layer: The layer's function.
        stack_args: The second argument, or a tuple of the following ones, of each time.
        kwargs: Other arguments; `scope` is the name of scopes "NAME_1", "NAME_2", ...
    """
    scope = kwargs.pop("scope", None)
    if not isinstance(stack_args, (list, tuple)):
        raise ValueError("stack_args need to be a list or tuple")
    with variable_scope(scope, "Stack", [inputs]):
        outputs: Any = convert_to_tensor(inputs)
        name = scope or _name_of(layer, "stack")
        for i, own in enumerate(stack_args):
            given = own if isinstance(own, (list, tuple)) else [own]
            outputs = layer(outputs, *given, **{**kwargs, "scope": f"{name}_{i + 1}"})
        return outputs


def _name_of(layer: Any, otherwise: str) -> str:
    return str(getattr(layer, "__name__", getattr(getattr(layer, "func", None), "__name__", otherwise)))


def embed_sequence(
    ids: TensorLike,
    vocab_size: int | None = None,
    embed_dim: int | None = None,
    unique: bool = False,
    initializer: Any = None,
    regularizer: Callable[..., Any] | None = None,
    trainable: bool = True,
    scope: Any = None,
    reuse: Any = None,
) -> Tensor:
    """Rows of a new variable `embeddings` [vocab_size, embed_dim] for numbers of words.

    Args:
        ids: Numbers of words, [batch, time].
        vocab_size: How many words there are.
        embed_dim: Size of a row.
        unique: Has no effect.
        initializer: Initial value of the variable.
        regularizer: Function from it to a loss.
        trainable: Whether optimizers change it.
        scope: Name of the variable scope; "EmbedSequence" when None.
        reuse: Whether to use the variable of the scope.

    Raises:
        ValueError: A size is missing.
    """
    if not (reuse or (vocab_size and embed_dim)):
        raise ValueError(
            "Must specify vocab size and embedding dimension when not reusing. Got "
            f"vocab_size={vocab_size} and embed_dim={embed_dim}"
        )
    with variable_scope(scope, "EmbedSequence", [ids], reuse=reuse):
        shape = [vocab_size, embed_dim] if vocab_size and embed_dim else None
        weights = model_variable(
            "embeddings", shape, initializer=initializer, regularizer=regularizer, trainable=trainable
        )
        return embedding_lookup(weights, ids)


def linear(*args: Any, **kwargs: Any) -> Tensor:
    """`fully_connected` without an activation."""
    return fully_connected(*args, **{"activation_fn": None, **kwargs})
