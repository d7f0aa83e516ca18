"""ContainerInfo: under which container and name a stateful node keeps its resource."""
from __future__ import annotations

import itertools
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from aioflow import errors
from aioflow.framework.resources.resources import DEFAULT_CONTAINER

_CONTAINER = re.compile(r"[A-Za-z0-9.][A-Za-z0-9_./-]*\Z")
_private_numbers = itertools.count()  # of the process, so that no manager gets a name twice


@dataclass(frozen=True, slots=True)
class ContainerInfo:
    """The place of a node's resource.

    Attributes:
        container: Container name.
        name: Resource name.
        is_private: Whether no other node can name it.
    """

    container: str
    name: str
    is_private: bool

    def __str__(self) -> str:
        return f"[{self.container},{self.name},{'private' if self.is_private else 'public'}]"


def container_info(
    attrs: Mapping[str, Any], node_name: str, uses_node_name: bool, default_container: str = DEFAULT_CONTAINER
) -> ContainerInfo:
    """The place of a node's resource, by its attributes `container` and `shared_name`.

    Args:
        attrs: The node's attributes.
        node_name: The node's name.
        uses_node_name: Whether a node without `shared_name` shares by its own name; else its resource is private.
        default_container: The container of nodes that name none.

    Raises:
        NotFoundError: An attribute is missing.
        InvalidArgumentError: A name is not allowed.
    """
    container, shared_name = _text(attrs, "container"), _text(attrs, "shared_name")
    if container and not _CONTAINER.match(container):
        raise errors.invalid_argument(f"container contains invalid characters: {container}")
    # Names with an underscore in front are those of private resources, which nobody shall reach by a name.
    if shared_name.startswith("_"):
        raise errors.invalid_argument(f"shared_name cannot start with '_':{shared_name}")
    name = shared_name or (node_name if uses_node_name else "")
    # A private resource gets a number as well: nodes of one name may live in several graphs of one session's life.
    is_private = not name
    return ContainerInfo(container or default_container, name or f"_{next(_private_numbers)}_{node_name}", is_private)


def _text(attrs: Mapping[str, Any], name: str) -> str:
    # Ops that keep state declare both attributes; a kernel for one that does not is a mistake that shall name it.
    if name not in attrs:
        raise errors.not_found(f"No attr named '{name}' in the node")
    return str(attrs[name].decode(errors="replace"))
