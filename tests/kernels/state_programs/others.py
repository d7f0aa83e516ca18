"""Random numbers, kept tensors, files and examples."""
from __future__ import annotations

from typing import Any

from tests.kernels.dtype_table import taken
from tests.kernels.state_programs import PLAIN, Steps, program, value

SEEDS = {"seed": 3, "seed2": 5}


@program(["bfloat16", "float16", "float32", "float64"])
def random_floats(tf: Any, dtype: str) -> Steps:
    raw, T = tf.raw_ops, tf.as_dtype(dtype)
    shapes = [tf.constant(s, t) for t in (tf.int32, tf.int64) for s in ([2, 3], [], [0, 2], [-1], [[1]])]
    ops = [raw.RandomUniform, raw.RandomStandardNormal, raw.TruncatedNormal]
    first = [op(shape=shapes[0], dtype=T, **SEEDS) for op in ops]
    return [*first, *first, *(op(shape=shape, dtype=T, **SEEDS) for op in ops for shape in shapes)]


@program(["int32", "int64"])
def random_integers(tf: Any, dtype: str) -> Steps:
    bounds = [[value(tf, dtype, low), value(tf, dtype, high)] for low, high in ((-3, 9), (4, 5), (5, 5), (6, 5))]
    bounds.append([value(tf, dtype, [1]), value(tf, dtype, 5)])
    shapes = [tf.constant(s, t) for t in (tf.int32, tf.int64) for s in ([2, 3], [], [0], [-1])]
    wanted = [(shapes[0], pair) for pair in bounds] + [(shape, bounds[0]) for shape in shapes]
    return [tf.raw_ops.RandomUniformInt(shape=s, minval=low, maxval=high, **SEEDS) for s, (low, high) in wanted]


@program([name for name in PLAIN if name in taken("RandomShuffle", "T")])
def shuffles(tf: Any, dtype: str) -> Steps:
    numbers: list[Any] = [[1, 2, 3, 4], [[1, 2], [3, 4], [5, 6]], 7, [8]]
    values: list[Any] = [value(tf, dtype, v) for v in numbers]
    return [tf.raw_ops.RandomShuffle(value=v, **SEEDS) for v in [*values, values[0][:0]]]


@program(sorted(taken("Multinomial", "T")))
def multinomial(tf: Any, dtype: str) -> Steps:
    numbers: list[Any] = [[[1, 2, 0], [0, 0, 3]], [1, 2], [[]]]
    logits = [value(tf, dtype, v) for v in numbers]
    counts = [tf.constant(n) for n in (4, 0, -1)]
    wanted = [(logits[0], n) for n in counts] + [(each, counts[0]) for each in (*logits[1:], logits[0][:0])]
    types = [tf.int32, tf.int64]
    return [
        tf.raw_ops.Multinomial(logits=each, num_samples=n, output_dtype=t, **SEEDS) for each, n in wanted for t in types
    ]


@program(PLAIN)
def kept_tensors(tf: Any, dtype: str) -> Steps:
    raw, T = tf.raw_ops, tf.as_dtype(dtype)
    handle = tf.placeholder(tf.string, [])
    get, delete = raw.GetSessionTensor(handle=handle, dtype=T), raw.DeleteSessionTensor(handle=handle)
    kept = raw.GetSessionHandle(value=value(tf, dtype, [[1, 2]]))
    name = "GetSessionHandle;0;/job:localhost/replica:0/task:0/device:CPU:0"
    return [kept, (get, {handle: name}), (get, {handle: "no;such;handle"}), (delete, {handle: "none"})]


@program(["string"])
def files(tf: Any, dtype: str) -> Steps:
    names = ["/dev/null", "/no/such/file", ""]
    table = tf.raw_ops.HashTableV2(key_dtype=tf.string, value_dtype=tf.int64, shared_name="t")
    init = tf.raw_ops.InitializeTableFromTextFileV2
    return [
        *(tf.raw_ops.ReadFile(filename=tf.constant(name)) for name in names),
        tf.raw_ops.ReadFile(filename=tf.constant(names)),
        *(init(table_handle=table, filename=name, key_index=-2, value_index=-1) for name in names[1:]),
        tf.raw_ops.LookupTableSizeV2(table_handle=table),
    ]


def message(field: int, *parts: bytes) -> bytes:
    """A field of a protocol buffer that holds the parts."""
    content = b"".join(parts)
    return bytes([field << 3 | 2, len(content)]) + content


def example(**features: bytes) -> bytes:
    """A serialized Example of features, each a serialized list."""
    entries = [message(1, message(1, name.encode()), message(2, of)) for name, of in features.items()]
    return message(1, *entries)


@program(["float32", "int64", "string"])
def examples(tf: Any, dtype: str) -> Steps:
    lists = {
        "float32": message(2, message(1, bytes.fromhex("0000803f00000040"))),
        "int64": message(3, message(1, b"\x01\x02")),
        "string": message(1, message(1, b"1"), message(1, b"2")),
    }
    wrong = lists["int64" if dtype == "string" else "string"]
    texts = [[example(a=lists[dtype]), example()], [example(a=wrong)], [example(b=lists[dtype])], []]
    T = tf.as_dtype(dtype)
    key, none = tf.constant("a"), tf.constant([], tf.string)
    no_default, default = value(tf, dtype, [[]])[0], value(tf, dtype, 8, 9)

    def parsed(serialized: Any, **attrs: Any) -> list[Any]:
        found = tf.raw_ops.ParseExample(serialized=serialized, names=none, **attrs)
        return [*found.sparse_indices, *found.sparse_values, *found.sparse_shapes, *found.dense_values]

    sparse = {"sparse_keys": [key], "dense_keys": [], "dense_defaults": [], "dense_shapes": [], "sparse_types": [T]}
    dense = {"sparse_keys": [], "dense_keys": [key], "dense_shapes": [[2]], "sparse_types": []}
    steps: Steps = []
    for text in texts:
        serialized = tf.constant(text, tf.string)
        steps.append(parsed(serialized, **sparse))
        steps += [parsed(serialized, **dense, dense_defaults=[d]) for d in (default, no_default)]
    return [*steps, parsed(tf.constant(texts[0][0]), **sparse)]
