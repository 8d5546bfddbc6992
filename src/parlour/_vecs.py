"""Packed vectors of machine words: `vec[i64]`, for states and legal codes.

The compiled engine has them from `librt`. The same source in plain Python has lists in their place, which are as fast
there as vectors and need no `librt`; so there is no third kind of engine. What holds for both, and nothing else, may
be used: make one with `vec[i64]([...])` or `vec[i64]()`, read and set items, `len`, slices (they copy), loops,
and `append`, whose result takes the place of its argument:

>>> from mypy_extensions import i64
>>> codes = vec[i64]([3, 4])
>>> codes = append(codes, 5)
>>> list(codes), len(codes), codes[-1]
([3, 4, 5], 3, 5)

Never append to a vector that somebody else holds: both may or may not see the new item.

A game in plain Python beside a compiled core (one under work) gets the core's vectors.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from parlour._engine import ENGINE

PACKED = ENGINE == "compiled"  # whether vectors are something else than lists

if TYPE_CHECKING:
    from librt.strings import BytesWriter as BytesWriter
    from librt.strings import read_i64_le as read_i64_le
    from librt.strings import write_f32_le as write_f32_le
    from librt.vecs import append as append
    from librt.vecs import vec as vec
elif PACKED:
    from librt.strings import BytesWriter, read_i64_le, write_f32_le
    from librt.vecs import append, vec
else:

    def new_list(items: Iterable[Any] = (), *, capacity: int = 0) -> list[Any]:
        return list(items)

    class vec:  # noqa: N801 (it stands for the other one)
        def __class_getitem__(cls, kind: object) -> Callable[..., list[Any]]:
            return new_list

    def append(items: list[Any], item: Any) -> list[Any]:
        items.append(item)
        return items

    BytesWriter = read_i64_le = write_f32_le = None  # plain Python has better ways than one number at a time
