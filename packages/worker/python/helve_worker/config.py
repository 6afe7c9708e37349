"""Configuration: what changed, what a change releases, and the schema of a dataclass."""

from __future__ import annotations

import dataclasses
import enum
import typing
from typing import Any, Dict, List, Optional, Set

#: Key of a field's metadata, or keyword of its schema: names what is released before the field changes.
RELOAD_TRIGGER = "x-reload-trigger"

Config = Dict[str, Any]


@dataclasses.dataclass
class ConfigOption:
    """One value that a field accepts now."""

    value: Any
    label: str
    metadata: Dict[str, Any] = dataclasses.field(default_factory=dict)


@dataclasses.dataclass
class FieldOptions:
    """The values of one field; constraints may speak of other fields."""

    options: List[ConfigOption]
    constraints: Dict[str, Any] = dataclasses.field(default_factory=dict)


def fields_that_changed(old: Optional[Config], new: Optional[Config]) -> Set[str]:
    """The keys whose values differ, deeply; an absent one equals None, and 1 differs from True."""
    before, after = old or {}, new or {}
    return {key for key in {*before, *after} if not same(before.get(key), after.get(key))}


def same(one: Any, other: Any) -> bool:
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, dict) and isinstance(other, dict):
        return not fields_that_changed(one, other)
    if isinstance(one, (list, tuple)) and isinstance(other, (list, tuple)):
        return len(one) == len(other) and all(same(a, b) for a, b in zip(one, other))
    return bool(one == other)


def reload_triggers(capability: Any) -> Dict[str, str]:
    """The trigger of each field that has one, in the order of the fields."""
    properties = capability.get_config_schema().get("properties", {})
    triggers = {name: field.get(RELOAD_TRIGGER) for name, field in properties.items() if isinstance(field, dict)}
    config_class = getattr(capability, "config_class", None)
    if dataclasses.is_dataclass(config_class):
        triggers.update({one.name: one.metadata.get(RELOAD_TRIGGER) for one in dataclasses.fields(config_class)})
    return {name: trigger for name, trigger in triggers.items() if isinstance(trigger, str)}


#: Python's types as JSON Schema writes them.
TYPES = {str: "string", int: "integer", float: "number", bool: "boolean", list: "array", dict: "object", type(None): "null"}


def config_json_schema(config_class: Any) -> Dict[str, Any]:
    """The JSON Schema of a dataclass, or of a class that gives its own, as pydantic's do.

    Metadata of a field goes into its schema as it stands: `minimum`, `description`, `RELOAD_TRIGGER`.
    """
    if hasattr(config_class, "model_json_schema"):
        return dict(config_class.model_json_schema())
    hints = typing.get_type_hints(config_class)
    fields = dataclasses.fields(config_class)
    required = [one.name for one in fields if default_of(one) is dataclasses.MISSING]
    properties = {}
    for one in fields:
        value = default_of(one)
        default = {} if value is dataclasses.MISSING else {"default": plain(value)}
        properties[one.name] = {**type_schema(hints[one.name]), **default, **one.metadata}
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def default_of(field: "dataclasses.Field[Any]") -> Any:
    if field.default_factory is not dataclasses.MISSING:
        return field.default_factory()
    return field.default


def plain(value: Any) -> Any:
    if isinstance(value, enum.Enum):
        return value.value
    return dataclasses.asdict(value) if dataclasses.is_dataclass(value) else value


def type_schema(hint: Any) -> Dict[str, Any]:
    """The schema of a type hint; of one that JSON Schema has no word for, the schema of anything."""
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin is typing.Literal:
        return {"enum": list(arguments)}
    if origin is typing.Union or type(hint).__name__ == "UnionType":
        return {"anyOf": [type_schema(one) for one in arguments]}
    if origin in (list, set, frozenset, tuple) and arguments:
        return {"type": "array", "items": type_schema(arguments[0])}
    if origin is dict and len(arguments) == 2:
        return {"type": "object", "additionalProperties": type_schema(arguments[1])}
    if isinstance(hint, type) and issubclass(hint, enum.Enum):
        return {"enum": [one.value for one in hint]}
    if dataclasses.is_dataclass(hint):
        return config_json_schema(hint)
    name = TYPES.get(origin or hint)
    return {} if name is None else {"type": name}
