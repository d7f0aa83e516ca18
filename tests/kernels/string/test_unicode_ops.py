"""Names of encodings, as far as no case recorded them."""
from __future__ import annotations

import encodings
import pkgutil

import numpy as np
import pytest

from aioflow import errors
from aioflow.kernels.string.unicode_ops import Decoder, ErrorPolicy

NAMES = sorted({module.name for module in pkgutil.iter_modules(encodings.__path__)} | set(encodings.aliases.aliases))
DATA = (b"", b"abc", b"\xff\xfe\x00\xd8a", b"\x1b$B0", b"+AGE-")


@pytest.mark.parametrize("name", ["rot13", "zlib", "hex", "bz2", "base64", "uu", "quopri", "undefined", "none", ""])
def test_what_is_no_encoding_of_text(name: str) -> None:
    """Python's codecs from bytes to bytes or from text to text are none of ICU's converters."""
    with pytest.raises(errors.InvalidArgumentError, match="Could not create converter for input encoding"):
        Decoder(name.encode(), ErrorPolicy(b"strict", 0xFFFD))


@pytest.mark.parametrize("policy", [b"strict", b"replace", b"ignore"])
def test_every_name_decodes_or_is_refused(policy: bytes) -> None:
    """Whatever Python calls an encoding: there is a result, as many offsets as code points, or InvalidArgumentError."""
    num_decoded = 0
    for name in NAMES:
        try:
            decoder = Decoder(name.encode(), ErrorPolicy(policy, 0xFFFD))
            for data in DATA:
                codes, offsets = decoder.decode(data)
                assert len(codes) == len(offsets)
                assert np.all(np.diff(offsets) >= 0)
            num_decoded += 1
        except errors.InvalidArgumentError:
            pass
    assert num_decoded > 50
