"""Typed tasks that run beside a capability in its worker."""

from __future__ import annotations

from typing import Any, Dict, List


class TaskAdapter:
    """Fill in `task_name`, what it needs of a tool, and the methods of the task."""

    task_name = ""
    version = "0.0.0"
    #: `{"methods": [{"name": "candidates", "params": ["text"]}], "properties": ["name"]}`
    required_tool_protocol: Dict[str, List[Any]] = {"methods": [], "properties": []}

    def __init__(self, tool: Any):
        self.tool = tool


def task_methods(adapter_class: type) -> List[str]:
    """The public methods of a task."""
    return sorted(
        name for name in dir(adapter_class) if not name.startswith("_") and callable(getattr(adapter_class, name))
    )


def is_adapter(value: Any) -> bool:
    return isinstance(value, type) and value is not TaskAdapter and bool(getattr(value, "task_name", ""))
