"""The public surface of a class as data, from the class alone: enough to match an adapter without loading it."""

from __future__ import annotations

import inspect
from typing import Any, Dict, List, Optional

from .actions import action_entries
from .capability import SupportedActions, ToolCapability

SIMPLE = (type(None), bool, int, float, str)


def derive_structural_surface(capability_class: type) -> Dict[str, Any]:
    """Methods with their parameters, properties and attributes, inherited ones included; nothing is run."""
    methods: List[Dict[str, Any]] = []
    properties: List[str] = []
    attributes: List[Dict[str, str]] = []
    base: List[str] = []
    streams = {entry.method: entry.streams for entry in action_entries(capability_class).values()}
    for name in sorted(name for name in dir(capability_class) if not name.startswith("_")):
        member = inspect.getattr_static(capability_class, name)
        function = member.__func__ if isinstance(member, (staticmethod, classmethod)) else member
        if isinstance(member, (property, SupportedActions)):
            key = f"property {name}"
            properties.append(name)
        elif inspect.isfunction(function):
            method = describe_method(name, function, member, streams.get(name))
            key = f"{'static ' if 'static' in method else ''}method {name}"
            methods.append(method)
        else:
            key = f"attribute {name}"
            attributes.append({"name": name, "type": type(member).__name__})
        if is_base(capability_class, name, member):
            base.append(key)
    surface = {"methods": methods, "properties": properties, "attributes": attributes}
    return {**surface, "base": sorted(base)} if base else surface


def describe_method(name: str, function: Any, member: Any, streams: Optional[str]) -> Dict[str, Any]:
    """A method with its parameters, without the receiver; only those that have a name of their own are `named`."""
    parameters = list(inspect.signature(function).parameters.values())
    if not isinstance(member, staticmethod):
        parameters = parameters[1:]
    positional = [one for one in parameters if one.kind in (one.POSITIONAL_ONLY, one.POSITIONAL_OR_KEYWORD)]
    rest = [f"...{one.name}" for one in parameters if one.kind is one.VAR_POSITIONAL]
    named = [one.name for one in parameters if one.kind is one.KEYWORD_ONLY]
    described: Dict[str, Any] = {"name": name, "signature": f"{name}({', '.join(map(shown, parameters))})"}
    described["params"] = [one.name for one in positional] + rest
    if named:
        described["named"] = named
    if isinstance(member, (staticmethod, classmethod)):
        described["static"] = True
    if inspect.isgeneratorfunction(function) or inspect.isasyncgenfunction(function):
        described["streams"] = streams or "list"
    return described


def shown(parameter: inspect.Parameter) -> str:
    star = {parameter.VAR_POSITIONAL: "*", parameter.VAR_KEYWORD: "**"}.get(parameter.kind, "")
    if parameter.default is parameter.empty:
        return f"{star}{parameter.name}"
    default = repr(parameter.default) if isinstance(parameter.default, SIMPLE) else "..."
    return f"{star}{parameter.name}={default}"


def is_base(capability_class: type, name: str, member: Any) -> bool:
    """True for what the class has from ToolCapability unchanged."""
    if not issubclass(capability_class, ToolCapability) or not hasattr(ToolCapability, name):
        return False
    return inspect.getattr_static(ToolCapability, name) is member
