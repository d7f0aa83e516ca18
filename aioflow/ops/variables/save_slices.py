"""SaveSliceInfo: of which larger, partitioned variable a variable is a part; checkpoints store them as one."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from aioflow._proto.variable_pb2 import SaveSliceInfoDef
from aioflow.ops.building.scoped_names import below, is_below, without_scope


class SaveSliceInfo:
    """The place of a part in the whole.

    Args:
        full_name: Name of the whole.
        full_shape: Its shape.
        var_offset: Where in it the part begins, one number for each dimension.
        var_shape: The part's shape.
        save_slice_info_def: A `SaveSliceInfoDef` message, in place of the others.
        import_scope: The scope into which the variables of that message were imported.
    """

    def __init__(
        self,
        full_name: str | None = None,
        full_shape: Sequence[int] | None = None,
        var_offset: Sequence[int] | None = None,
        var_shape: Sequence[int] | None = None,
        save_slice_info_def: Any = None,
        import_scope: str | None = None,
    ) -> None:
        if save_slice_info_def is not None:
            # The whole is no node of its own, but moves into the scope with its parts.
            full_name = below(import_scope, save_slice_info_def.full_name)
            full_shape = save_slice_info_def.full_shape
            var_offset, var_shape = save_slice_info_def.var_offset, save_slice_info_def.var_shape
        self.full_name = full_name or ""
        self.full_shape = list(full_shape or ())
        self.var_offset = list(var_offset or ())
        self.var_shape = list(var_shape or ())

    @property
    def spec(self) -> str:
        """The form that checkpoints write: "5 2 3,2:0,2" for columns 0, 1 of rows 3, 4 of [5, 2]."""
        # The format of `SaveV2` and `RestoreV2`: the sizes of the whole, then "start,length" for each dimension.
        sizes = " ".join(map(str, self.full_shape))
        places = zip(self.var_offset, self.var_shape, strict=True)
        return f"{sizes} {':'.join(f'{start},{size}' for start, size in places)}"

    def to_proto(self, export_scope: str | None = None) -> SaveSliceInfoDef | None:
        """A `SaveSliceInfoDef`; None if the whole is not within `export_scope`, which is left out of the name."""
        # A part within the scope of a whole that is not could not be named from there.
        if not is_below(export_scope, self.full_name):
            return None
        return SaveSliceInfoDef(
            full_name=without_scope(export_scope, self.full_name),
            full_shape=self.full_shape,
            var_offset=self.var_offset,
            var_shape=self.var_shape,
        )
