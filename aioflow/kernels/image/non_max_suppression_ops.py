"""Non-maximum suppression: the best boxes that do not overlap better ones too much."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from aioflow import errors
from aioflow.framework.kernels import kernel
from aioflow.kernels.arrays import Array, shown
from aioflow.kernels.new_arrays import zeros

Overlap = Callable[[int, Array], Array]  # box, other boxes -> how much each of them overlaps the box


class Selection(NamedTuple):
    """Chosen boxes, best first: their indices and (maybe lowered) scores."""

    indices: list[int]
    scores: list[float]


@kernel("NonMaxSuppression")
def non_max_suppression(
    xp: Any, boxes: Array, scores: Array, max_output_size: Array, *, iou_threshold: float
) -> Array:
    """Indices of the chosen boxes [num_boxes, 4]."""
    return _indices(_suppressed(boxes, scores, max_output_size, np.float32(iou_threshold)))


@kernel("NonMaxSuppressionV2")
def non_max_suppression_v2(
    xp: Any, boxes: Array, scores: Array, max_output_size: Array, iou_threshold: Array
) -> Array:
    """As NonMaxSuppression, with the threshold as a tensor."""
    return _indices(_suppressed(boxes, scores, max_output_size, iou_threshold))


@kernel("NonMaxSuppressionV3")
def non_max_suppression_v3(
    xp: Any, boxes: Array, scores: Array, max_output_size: Array, iou_threshold: Array, score_threshold: Array
) -> Array:
    """As NonMaxSuppressionV2, among boxes with scores above `score_threshold`."""
    return _indices(_suppressed(boxes, scores, max_output_size, iou_threshold, score_threshold))


@kernel("NonMaxSuppressionV4")
def non_max_suppression_v4(
    xp: Any,
    boxes: Array,
    scores: Array,
    max_output_size: Array,
    iou_threshold: Array,
    score_threshold: Array,
    *,
    pad_to_max_output_size: bool,
) -> tuple[Array, Array]:
    """As NonMaxSuppressionV3, maybe padded with zeros, and the number of chosen boxes."""
    selection = _suppressed(boxes, scores, max_output_size, iou_threshold, score_threshold)
    # Padding gives outputs of one shape whatever is found, for what is compiled for fixed shapes.
    count = int(max_output_size) if pad_to_max_output_size else len(selection.indices)
    return _padded(selection.indices, count, np.int32), np.int32(len(selection.indices))


@kernel("NonMaxSuppressionV5")
def non_max_suppression_v5(
    xp: Any,
    boxes: Array,
    scores: Array,
    max_output_size: Array,
    iou_threshold: Array,
    score_threshold: Array,
    soft_nms_sigma: Array,
    *,
    pad_to_max_output_size: bool,
) -> tuple[Array, Array, Array]:
    """With a positive sigma, overlapped boxes lose score instead of being dropped; scores come out, too."""
    _check_scalars(soft_nms_sigma=soft_nms_sigma)
    if not soft_nms_sigma >= 0:
        raise errors.invalid_argument(f"soft_nms_sigma must be >= 0, got {soft_nms_sigma}")
    selection = _suppressed(boxes, scores, max_output_size, iou_threshold, score_threshold, float(soft_nms_sigma))
    count = int(max_output_size) if pad_to_max_output_size else len(selection.indices)
    return (
        _padded(selection.indices, count, np.int32),
        _padded(selection.scores, count, scores.dtype),
        np.int32(len(selection.indices)),
    )


@kernel("NonMaxSuppressionWithOverlaps")
def non_max_suppression_with_overlaps(
    xp: Any,
    overlaps: Array,
    scores: Array,
    max_output_size: Array,
    overlap_threshold: Array,
    score_threshold: Array,
) -> Array:
    """As NonMaxSuppressionV3, for overlaps [num_boxes, num_boxes] that are given."""
    if overlaps.ndim != 2 or overlaps.shape[0] != overlaps.shape[1]:
        raise errors.invalid_argument(f"overlaps must be square, got {shown(overlaps.shape)}")
    _check_scores(scores, overlaps.shape[0])
    _check_scalars(
        max_output_size=max_output_size, overlap_threshold=overlap_threshold, score_threshold=score_threshold
    )

    def overlap(box: int, others: Array) -> Array:
        return overlaps[others, box]

    return _indices(select(scores, _output_size(max_output_size), overlap_threshold, score_threshold, overlap))


@kernel("CombinedNonMaxSuppression")
def combined_non_max_suppression(
    xp: Any,
    boxes: Array,
    scores: Array,
    max_output_size_per_class: Array,
    max_total_size: Array,
    iou_threshold: Array,
    score_threshold: Array,
    *,
    pad_per_class: bool,
    clip_boxes: bool,
) -> tuple[Array, Array, Array, Array]:
    """Suppression per image and class, then the best of all classes.

    Args:
        xp: The array namespace.
        boxes: [batch, num_boxes, 1 or classes, 4].
        scores: [batch, num_boxes, classes].
        max_output_size_per_class: At most so many boxes per class.
        max_total_size: At most so many per image.
        iou_threshold: Boxes that overlap a better one by more are dropped.
        score_threshold: Boxes with no more score are dropped.
        pad_per_class: Do not give more outputs than all classes together may have.
        clip_boxes: Cut the boxes to [0, 1].

    Returns:
        Boxes [batch, outputs, 4], scores and classes [batch, outputs], padded with zeros, and valid counts [batch].
    """
    _check_combined(boxes, scores)
    _check_scalars(
        max_output_size_per_class=max_output_size_per_class,
        max_total_size=max_total_size,
        iou_threshold=iou_threshold,
        score_threshold=score_threshold,
    )
    per_class, total = int(max_output_size_per_class), int(max_total_size)
    if per_class <= 0 or total <= 0:
        raise errors.invalid_argument(f"max_output_size_per_class {per_class} and max_total_size {total} must be > 0")
    _check_threshold(iou_threshold)
    batch, _, classes = scores.shape
    # All classes together cannot have more.
    outputs = min(total, per_class * classes) if pad_per_class else total
    kept = [zeros(xp, (batch, outputs, *box), np.float32) for box in ((4,), (), ())]
    counts = np.zeros(batch, np.int32)
    for image in range(batch):
        found = _best_of_classes(boxes[image], scores[image], per_class, iou_threshold, score_threshold)[:outputs]
        counts[image] = len(found)
        for row, (score, label, box) in enumerate(found):
            kept[0][image, row], kept[1][image, row], kept[2][image, row] = boxes[image, box[0], box[1]], score, label
    return np.clip(kept[0], 0, 1) if clip_boxes else kept[0], kept[1], kept[2], counts


def _best_of_classes(
    boxes: Array, scores: Array, per_class: int, iou_threshold: Array, score_threshold: Array
) -> list[tuple[float, int, tuple[int, int]]]:
    """(score, class, (box, which of its variants)) of the boxes that survive in one image, best first."""
    found = []
    for label in range(scores.shape[1]):
        variant = label if boxes.shape[1] > 1 else 0
        selection = select(scores[:, label], per_class, iou_threshold, score_threshold, box_overlap(boxes[:, variant]))
        pairs = zip(selection.indices, selection.scores, strict=True)
        found += [(score, label, (index, variant)) for index, score in pairs]
    # Stable: of equal scores the lower class comes first.
    found.sort(key=lambda entry: -entry[0])
    return found


def _suppressed(
    boxes: Array,
    scores: Array,
    max_output_size: Array,
    iou_threshold: Array,
    score_threshold: Any = None,
    sigma: float = 0.0,
) -> Selection:
    """The chosen ones of `boxes` [num_boxes, 4]; `InvalidArgumentError` where shapes or thresholds do not fit."""
    if boxes.ndim != 2:
        raise errors.invalid_argument(f"boxes must be 2-D, got {shown(boxes.shape)}")
    if boxes.shape[1] != 4:
        raise errors.invalid_argument(f"boxes must have 4 columns, got {shown(boxes.shape)}")
    _check_scores(scores, boxes.shape[0])
    threshold = np.float32(-np.inf) if score_threshold is None else score_threshold
    _check_scalars(max_output_size=max_output_size, iou_threshold=iou_threshold, score_threshold=threshold)
    _check_threshold(iou_threshold)
    # Thresholds may be float32 where the rest is half; TensorFlow rounds them to halves before it compares.
    threshold, iou_threshold = threshold.astype(scores.dtype), iou_threshold.astype(scores.dtype)
    return select(scores, _output_size(max_output_size), iou_threshold, threshold, box_overlap(boxes), sigma)


def select(
    scores: Array, limit: int, threshold: Array, score_threshold: Array, overlap: Overlap, sigma: float = 0.0
) -> Selection:
    """Takes the best box again and again, and drops (or, with sigma, devalues) those that overlap it.

    With sigma this is the Gaussian variant of Bodla et al., Soft-NMS, 2017: a score loses by exp(-overlap² / (2
    sigma)).

    Args:
        scores: [num_boxes].
        limit: How many to take at most.
        threshold: Overlap beyond which boxes are dropped; without meaning with sigma.
        score_threshold: Boxes with no more score are not taken.
        overlap: How much boxes overlap a given one.
        sigma: 0 for dropping.
    """
    remaining = np.flatnonzero(scores > score_threshold)
    current = scores[remaining]
    chosen = Selection([], [])
    # Scores do not change, so one sort serves all steps; with sigma the best has to be looked for anew each time.
    # Stable, as of equal scores the first box counts.
    if not sigma:
        order = np.argsort(-current, kind="stable")
        remaining, current = remaining[order], current[order]
    # Each step compares with the box that was just taken, at once for all
    # that remain: those it drops cost nothing later.
    while remaining.size and len(chosen.indices) < limit:
        best = int(current.argmax()) if sigma else 0
        box = int(remaining[best])
        chosen.indices.append(box)
        chosen.scores.append(float(current[best]))
        others = np.delete(remaining, best) if sigma else remaining[1:]
        rest = np.delete(current, best) if sigma else current[1:]
        overlaps = overlap(box, others)
        if sigma:
            rest = (rest * np.exp(overlaps * overlaps * (-0.5 / sigma))).astype(scores.dtype)
        keep = rest > score_threshold if sigma else overlaps <= threshold
        remaining, current = others[keep], rest[keep]
    return chosen


def box_overlap(boxes: Array) -> Overlap:
    """The intersection over union of boxes [num_boxes, 4] given by any two opposite corners; 0 for empty boxes."""
    corners = boxes.astype(np.float32, copy=False)
    # Any two opposite corners may be given.
    low, high = np.minimum(corners[:, :2], corners[:, 2:]), np.maximum(corners[:, :2], corners[:, 2:])
    areas = (high - low).prod(axis=1)

    def overlap(box: int, others: Array) -> Array:
        sides = np.minimum(high[others], high[box]) - np.maximum(low[others], low[box])
        common = np.maximum(sides, 0).prod(axis=1)
        union = areas[others] + areas[box] - common
        counts = ~((areas[others] <= 0) | (areas[box] <= 0))  # so boxes that are not finite overlap everything
        return np.where(counts, common / np.where(counts, union, 1), 0)

    return overlap


def _check_scores(scores: Array, count: int) -> None:
    if scores.ndim != 1:
        raise errors.invalid_argument(f"scores must be 1-D, got {shown(scores.shape)}")
    if scores.shape[0] != count:
        raise errors.invalid_argument(f"scores has incompatible shape {shown(scores.shape)} for {count} boxes")


def _check_scalars(**values: Array) -> None:
    for name, value in values.items():
        if value.ndim:
            raise errors.invalid_argument(f"{name} must be 0-D, got shape {shown(value.shape)}")


def _check_threshold(iou_threshold: Array) -> None:
    if not 0 <= iou_threshold <= 1:
        raise errors.invalid_argument(f"iou_threshold must be in [0, 1], got {iou_threshold}")


def _check_combined(boxes: Array, scores: Array) -> None:
    if boxes.ndim != 4 or boxes.shape[3] != 4:
        raise errors.invalid_argument(f"boxes must be 4-D with 4 coordinates, got {shown(boxes.shape)}")
    if scores.ndim != 3:
        raise errors.invalid_argument(f"scores must be 3-D, got {shown(scores.shape)}")
    if boxes.shape[:2] != scores.shape[:2] or boxes.shape[2] not in (1, scores.shape[2]):
        raise errors.invalid_argument(
            f"scores {shown(scores.shape)} and boxes {shown(boxes.shape)} must agree in batch, boxes and classes"
        )


def _output_size(max_output_size: Array) -> int:
    if max_output_size < 0:
        raise errors.invalid_argument(f"output size must be non-negative, got {max_output_size}")
    return int(max_output_size)


def _indices(selection: Selection) -> Array:
    return np.array(selection.indices, np.int32)


def _padded(values: list[Any], count: int, dtype: Any) -> Array:
    result: Array = zeros(np, (max(count, len(values)),), dtype)
    result[: len(values)] = values
    return result
