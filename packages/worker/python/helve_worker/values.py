"""Values as they travel: what JSON lacks is tagged, and what no tag holds is refused by name."""

from __future__ import annotations

import base64
import math
from datetime import datetime, timezone
from typing import Any, Callable, Dict

from .files import WireFile

KEY = "__wire__"
SAFE = 2**53


class BigInt(int):
    """A whole number that is a `bigint` on the other side."""


class WireMap(dict):
    """A `Map` of the other side: a dict whose keys may be anything that can be a key."""


class WireValue:
    """A value of a kind that Python has no word for; it goes back as it came."""

    def __init__(self, kind: str, data: Any):
        self.kind, self.data = kind, data


#: What to give instead of values that people try most.
INSTEAD = {
    "Decimal": "give str(value) or float(value)",
    "Fraction": "give str(value) or float(value)",
    "date": "give value.isoformat()",
    "time": "give value.isoformat()",
    "timedelta": "give value.total_seconds()",
    "UUID": "give str(value)",
    "ndarray": "give value.tolist()",
    "Tensor": "give value.tolist()",
    "DataFrame": "give value.to_dict('records')",
    "generator": "an action that is a generator gives its values as a stream",
    "coroutine": "await it first",
}


#: Types whose values JSON holds whatever they are.
AS_IT_IS = frozenset([str, bool, type(None)])


def tag(kind: str, data: Any) -> Dict[str, Any]:
    return {KEY: kind, "data": data}


def encode(value: Any) -> Any:
    """Encodes a value for a frame; raises TypeError for one that cannot travel."""
    try:
        return encode_at(value, "")
    except RecursionError:
        raise TypeError("Cannot send a value: it contains itself, or is nested too deep") from None


def encode_at(value: Any, at: str) -> Any:
    kind = type(value)
    if kind in AS_IT_IS:
        return value
    encoder = ENCODERS.get(kind) or next((made for known, made in ENCODERS.items() if isinstance(value, known)), None)
    if encoder is None:
        raise TypeError(refusal(value, at))
    return encoder(value, at)


def refusal(value: Any, at: str) -> str:
    kind = type(value).__name__
    hint = INSTEAD.get(kind)
    if hint is None and hasattr(value, "__fspath__"):
        hint = "give str(value), or WireFile.of(value) for its content"
    if hint is None and hasattr(value, "__dataclass_fields__"):
        hint = "give dataclasses.asdict(value)"
    if hint is None and hasattr(value, "item"):
        hint = "give value.item()"
    place = f" at {at}" if at else ""
    return f"Cannot send a {kind}{place}: only data can be sent" + (f"; {hint}" if hint else "")


def encode_whole(value: int, _at: str) -> Any:
    if isinstance(value, bool):
        return bool(value)
    return tag("bigint", str(int(value))) if isinstance(value, BigInt) or abs(value) >= SAFE else int(value)


def encode_number(value: float, _at: str) -> Any:
    if math.isfinite(value):
        return float(value)
    return tag("number", "NaN" if value != value else "Infinity" if value > 0 else "-Infinity")


def encode_date(value: datetime, _at: str) -> Any:
    return tag("date", value.astimezone(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z"))


def encode_dict(value: Dict[Any, Any], at: str) -> Any:
    if isinstance(value, WireMap) or not all(isinstance(key, str) for key in value):
        return tag("map", [[encode_at(key, at), encode_at(one, f"{at}/{key}")] for key, one in value.items()])
    plain = {
        str(key): one if type(one) in AS_IT_IS else encode_at(one, f"{at}/{key}") for key, one in value.items()
    }
    return tag("object", [[key, one] for key, one in plain.items()]) if KEY in plain else plain


def encode_list(value: Any, at: str) -> Any:
    return [one if type(one) in AS_IT_IS else encode_at(one, f"{at}/{index}") for index, one in enumerate(value)]


def encode_file(value: WireFile, _at: str) -> Any:
    value.note_sent()
    return tag("file", {"path": value.path, "size": value.size, "sha256": value.sha256, "owner": value.owner})


ENCODERS: Dict[type, Callable[[Any, str], Any]] = {
    dict: encode_dict,
    list: encode_list,
    tuple: encode_list,
    int: encode_whole,
    float: encode_number,
    str: lambda value, _at: str.__str__(value),
    bytes: lambda value, _at: tag("bytes", base64.b64encode(value).decode()),
    bytearray: lambda value, _at: tag("bytes", base64.b64encode(value).decode()),
    datetime: encode_date,
    set: lambda value, at: tag("set", encode_list(value, at)),
    frozenset: lambda value, at: tag("set", encode_list(value, at)),
    WireFile: encode_file,
    WireValue: lambda value, _at: tag(value.kind, value.data),
}

DECODERS: Dict[str, Callable[[Any], Any]] = {
    "bytes": lambda data: base64.b64decode(data),
    "date": lambda data: None if data is None else datetime.fromisoformat(data.replace("Z", "+00:00")),
    "bigint": lambda data: BigInt(data),
    "number": lambda data: float(data),
    "undefined": lambda data: None,
    "set": lambda data: {decode(one) for one in data},
    "map": lambda data: WireMap((decode(key), decode(one)) for key, one in data),
    "object": lambda data: {key: decode(one) for key, one in data},
    "file": lambda data: WireFile(data["path"], data["size"], data["sha256"], data["owner"]),
}


def decode(value: Any) -> Any:
    if isinstance(value, list):
        return [decode(one) for one in value]
    if not isinstance(value, dict):
        return value
    kind = value.get(KEY)
    if isinstance(kind, str):
        data = value.get("data")
        return DECODERS[kind](data) if kind in DECODERS else WireValue(kind, data)
    return {key: decode(one) for key, one in value.items()}
