"""TensorArrays and TensorLists of every dtype."""
from __future__ import annotations

from typing import Any

from tests.kernels.state_programs import NUMBERS, PLAIN, SMALL, Steps, program, value


@program([name for name in PLAIN if name not in SMALL])
def tensor_array(tf: Any, dtype: str) -> Steps:
    raw, T = tf.raw_ops, tf.as_dtype(dtype)
    array = raw.TensorArrayV3(size=tf.constant(3), dtype=T, dynamic_size=True, clear_after_read=False)
    handle, flow, rows = array.handle, array.flow, value(tf, dtype, [[1, 2], [3, 0], [5, 6]])
    written = raw.TensorArrayWriteV3(handle=handle, index=tf.constant(1), value=rows[0], flow_in=flow)
    scattered = raw.TensorArrayScatterV3(handle=handle, indices=tf.constant([2, 0, 4]), value=rows, flow_in=flow)
    split = raw.TensorArraySplitV3(handle=handle, value=rows, lengths=tf.constant([1, 0, 2], tf.int64), flow_in=flow)

    def read(index: int, after: Any) -> Any:
        return raw.TensorArrayReadV3(handle=handle, index=tf.constant(index), flow_in=after, dtype=T)

    def gather(indices: list[int], after: Any) -> Any:
        places = tf.constant(indices, tf.int32)
        return raw.TensorArrayGatherV3(handle=handle, indices=places, flow_in=after, dtype=T)

    with tf.control_dependencies([written]):
        closed = raw.TensorArrayCloseV3(handle=handle)
    with tf.control_dependencies([closed]):
        after_close = raw.TensorArraySizeV3(handle=handle, flow_in=flow)
    return [
        raw.TensorArraySizeV3(handle=handle, flow_in=flow),
        read(1, written),
        read(0, written),
        read(-1, written),
        read(9, written),
        gather([0, 4, 2], scattered),
        gather([0, 1], scattered),
        gather([], scattered),
        raw.TensorArraySizeV3(handle=handle, flow_in=scattered),
        read(2, split),
        raw.TensorArrayConcatV3(handle=handle, flow_in=split, dtype=T),
        raw.TensorArraySplitV3(handle=handle, value=rows, lengths=tf.constant([1, 1], tf.int64), flow_in=flow),
        raw.TensorArrayScatterV3(handle=handle, indices=tf.constant([0, 0, 1]), value=rows, flow_in=flow),
        raw.TensorArrayScatterV3(handle=handle, indices=tf.constant([0, 1]), value=rows, flow_in=flow),
        raw.TensorArrayWriteV3(handle=handle, index=tf.constant(-1), value=rows[0], flow_in=flow),
        raw.TensorArrayWriteV3(handle=handle, index=tf.constant([0]), value=rows[0], flow_in=flow),
        after_close,
    ]


@program(NUMBERS)
def gradients_of_tensor_arrays(tf: Any, dtype: str) -> Steps:
    raw, T = tf.raw_ops, tf.as_dtype(dtype)
    array = raw.TensorArrayV3(size=tf.constant(2), dtype=T, clear_after_read=False)
    one = value(tf, dtype, 1, 2)
    written = raw.TensorArrayWriteV3(handle=array.handle, index=tf.constant(0), value=one, flow_in=array.flow)
    written = raw.TensorArrayWriteV3(handle=array.handle, index=tf.constant(1), value=one, flow_in=written)
    grad = raw.TensorArrayGradV3(handle=array.handle, flow_in=written, source="gradients")
    flow = raw.TensorArrayWriteV3(handle=grad.grad_handle, index=tf.constant(0), value=one, flow_in=grad.flow_out)
    flow = raw.TensorArrayWriteV3(handle=grad.grad_handle, index=tf.constant(0), value=one, flow_in=flow)
    read = [
        raw.TensorArrayReadV3(handle=grad.grad_handle, index=tf.constant(i), flow_in=flow, dtype=T) for i in range(2)
    ]
    short = raw.TensorArrayWriteV3(handle=grad.grad_handle, index=tf.constant(1), value=one[:1], flow_in=flow)
    return [read[0], read[1], short]


@program([name for name in PLAIN if name not in SMALL])
def tensor_list(tf: Any, dtype: str) -> Steps:
    raw, T = tf.raw_ops, tf.as_dtype(dtype)
    pair, rows = tf.constant([2]), value(tf, dtype, [[1, 2], [3, 0], [5, 6]])
    shapes = [pair, tf.constant([2], tf.int64), tf.constant([-1]), tf.constant(-1), tf.constant([3])]
    full = raw.TensorListFromTensor(tensor=rows, element_shape=pair)
    empty = raw.EmptyTensorList(element_shape=pair, max_num_elements=tf.constant(1), element_dtype=T)
    one = raw.TensorListPushBack(input_handle=empty, tensor=rows[0])
    reserved = raw.TensorListReserve(element_shape=pair, num_elements=tf.constant(2), element_dtype=T)

    def stacked(a_list: Any, shape: Any, number: int = -1) -> Any:
        return raw.TensorListStack(input_handle=a_list, element_shape=shape, element_dtype=T, num_elements=number)

    def item(a_list: Any, index: int, shape: Any = pair) -> Any:
        place = tf.constant(index)
        return raw.TensorListGetItem(input_handle=a_list, index=place, element_shape=shape, element_dtype=T)

    def length(a_list: Any) -> Any:
        return raw.TensorListLength(input_handle=a_list)

    def replaced(a_list: Any, index: int, row: Any, **attrs: Any) -> Any:
        return raw.TensorListSetItem(input_handle=a_list, index=tf.constant(index), item=row, **attrs)

    pop = raw.TensorListPopBack(input_handle=full, element_shape=pair, element_dtype=T)
    from_long = raw.TensorListFromTensor(tensor=rows, element_shape=shapes[1])
    reserved_long = raw.TensorListReserve(element_shape=shapes[1], num_elements=tf.constant(2), element_dtype=T)
    empty_long = raw.EmptyTensorList(element_shape=shapes[1], max_num_elements=tf.constant(-1), element_dtype=T)
    return [
        *(stacked(full, shape) for shape in (shapes[0], *shapes[2:])),
        *(stacked(full, pair, n) for n in (3, 4)),
        *(stacked(each, pair) for each in (empty, one, reserved, from_long, reserved_long)),
        [length(each) for each in (full, empty, one, reserved, empty_long)],
        *(item(full, i) for i in (0, 2, 3, -1)),
        item(full, 1, shapes[1]),
        *(item(reserved, 1, shape) for shape in (pair, shapes[3], shapes[4])),
        [pop.tensor, length(pop.output_handle), length(full)],
        raw.TensorListPopBack(input_handle=empty, element_shape=pair, element_dtype=T).tensor,
        length(raw.TensorListPushBack(input_handle=one, tensor=rows[0])),
        length(raw.TensorListPushBack(input_handle=empty, tensor=value(tf, dtype, 1, 2, 3))),
        stacked(replaced(full, 1, value(tf, dtype, 7, 8)), pair),
        length(replaced(full, 3, rows[0])),
        length(replaced(full, 4, rows[0], resize_if_index_out_of_bounds=True)),
        length(replaced(full, 0, value(tf, dtype, 7))),
        length(raw.TensorListFromTensor(tensor=rows, element_shape=tf.constant([3]))),
        length(raw.TensorListFromTensor(tensor=value(tf, dtype, 7), element_shape=tf.constant([], tf.int32))),
        length(raw.TensorListReserve(element_shape=pair, num_elements=tf.constant(-1), element_dtype=T)),
    ]
