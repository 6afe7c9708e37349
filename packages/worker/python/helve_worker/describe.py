"""Everything that a manifest holds of a module, asked of its classes in the environment where they will run."""

from __future__ import annotations

import inspect
import json
import os
import typing
from typing import Any, Dict, List, Optional

from .actions import ActionEntry, action_entries
from .adapter import is_adapter, task_methods
from .call import BOOT, CURRENT, Call, Sink
from .config import config_json_schema, plain, reload_triggers, type_schema
from .env import EnvVarSpec, template_check_placeholders
from .errors import CapabilityError
from .loading import choose, classes_of, is_whole, load_module
from .loop import settle
from .surface import derive_structural_surface


def describe_to_host(request: str) -> None:
    """Writes the description as JSON to descriptor 3: what the module prints is not part of it."""
    wanted = json.loads(request)
    CURRENT.set(Call(Sink(), BOOT, "boot"))
    try:
        answer = describe(wanted["file"], wanted.get("export"))
    except Exception as error:
        answer = {"failure": f"{type(error).__name__}: {error}" if not isinstance(error, CapabilityError) else str(error)}
    with os.fdopen(3, "w") as host:
        json.dump(answer, host)
    os._exit(0)


def describe(file: str, export: Optional[str] = None) -> Dict[str, Any]:
    classes = classes_of(load_module(file))
    adapters = [describe_adapter(name, one) for name, one in classes.items() if is_adapter(one)]
    if adapters and export is None and not any(is_whole(one) for one in classes.values()):
        return {"adapters": adapters, "findings": []}
    capability_class = choose(classes, export, is_whole, file)
    name = next(name for name, one in classes.items() if one is capability_class)
    return {**describe_capability(name, capability_class), "adapters": adapters}


def describe_capability(export: str, capability_class: Any) -> Dict[str, Any]:
    made = capability_class()
    try:
        schema = settle(made.get_config_schema())
        triggers = reload_triggers(made)
    finally:
        settle(made.cleanup())
    described = {
        "name": made.name,
        "version": made.version,
        "export": export,
        "description": description_of(capability_class),
        "configSchema": schema,
        "structuralSurface": derive_structural_surface(capability_class),
        "workerEnv": [one.as_json() for one in capability_class.WORKER_ENV],
        "actions": [
            describe_action(entry, capability_class) for _, entry in sorted(action_entries(capability_class).items())
        ],
    }
    findings = [*template_findings(capability_class.WORKER_ENV), *trigger_findings(capability_class, triggers)]
    return {"capability": described, "findings": findings}


def description_of(capability_class: type) -> Optional[str]:
    own = vars(capability_class).get("description") or vars(capability_class).get("__doc__")
    return inspect.cleandoc(own).split("\n\n")[0].replace("\n", " ") if isinstance(own, str) and own.strip() else None


def describe_action(entry: ActionEntry, capability_class: type) -> Dict[str, Any]:
    method = getattr(capability_class, entry.method)
    text = entry.description or (inspect.getdoc(method) or "").split("\n\n")[0].replace("\n", " ")
    known = {
        "description": text or None,
        "input": declared(entry.input) or input_schema(method),
        "output": declared(entry.output),
        "policy": entry.policy,
        "streams": (entry.streams or "list") if is_generator(method) else None,
    }
    return {"name": entry.name, **{key: value for key, value in known.items() if value is not None}}


def is_generator(method: Any) -> bool:
    return inspect.isgeneratorfunction(method) or inspect.isasyncgenfunction(method)


def declared(schema: Any) -> Optional[Dict[str, Any]]:
    return schema if schema is None or isinstance(schema, dict) else config_json_schema(schema)


def input_schema(method: Any) -> Dict[str, Any]:
    """The named arguments of a method, by its type hints; a parameter without one takes anything."""
    parameters = list(inspect.signature(method).parameters.values())[1:]
    hints = hints_of(method)
    taken = [one for one in parameters if one.kind in (one.POSITIONAL_OR_KEYWORD, one.KEYWORD_ONLY)]
    properties = {one.name: parameter_schema(one, hints.get(one.name)) for one in taken}
    schema: Dict[str, Any] = {"type": "object", "properties": properties}
    required = [one.name for one in taken if one.default is one.empty]
    if required:
        schema["required"] = required
    if not any(one.kind is one.VAR_KEYWORD for one in parameters):
        schema["additionalProperties"] = False
    return schema


def parameter_schema(parameter: inspect.Parameter, hint: Any) -> Dict[str, Any]:
    schema = {} if hint is None else type_schema(hint)
    default = plain(parameter.default)
    simple = isinstance(default, (type(None), bool, int, float, str))
    return {**schema, "default": default} if simple and parameter.default is not parameter.empty else schema


def hints_of(method: Any) -> Dict[str, Any]:
    try:
        return typing.get_type_hints(method)
    except Exception:
        # A hint that names what is not there at run time says nothing.
        return {}


def describe_adapter(export: str, adapter_class: Any) -> Dict[str, Any]:
    protocol = adapter_class.required_tool_protocol
    return {
        "export": export,
        "taskName": adapter_class.task_name,
        "version": adapter_class.version,
        "protocolMembers": {"methods": protocol.get("methods", []), "properties": protocol.get("properties", [])},
        "methods": describe_methods(adapter_class),
    }


def describe_methods(adapter_class: Any) -> List[Dict[str, Any]]:
    """The methods that an adapter offers as its task."""
    names = set(task_methods(adapter_class))
    return [method for method in derive_structural_surface(adapter_class)["methods"] if method["name"] in names]


def template_findings(variables: Any) -> List[Dict[str, str]]:
    return [
        finding("problem", f"WORKER_ENV {one.name}", problem)
        for one in variables
        if isinstance(one, EnvVarSpec) and one.default is not None
        for problem in [template_problem(one.default)]
        if problem is not None
    ]


def template_problem(template: str) -> Optional[str]:
    try:
        template_check_placeholders(template)
    except CapabilityError as error:
        return str(error)
    return None


def trigger_findings(capability_class: type, triggers: Dict[str, str]) -> List[Dict[str, str]]:
    return [
        finding("warning", f'trigger "{trigger}" of {field}', f'there is no "_release_{trigger}"')
        for field, trigger in triggers.items()
        if not hasattr(capability_class, f"_release_{trigger}")
    ]


def finding(level: str, where: str, message: str) -> Dict[str, str]:
    return {"level": level, "where": where, "message": message}
