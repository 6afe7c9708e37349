"""Flow tools in Python: a capability with a list of them, which takes batches of parts as lines of JSON."""

from __future__ import annotations

import json
from typing import Any, Callable, Dict, Iterable, Iterator, List

from .actions import capability_action
from .capability import ToolCapability
from .errors import CapabilityInputError

Part = Dict[str, Any]

HEADER = {"schema": "helve.parts/v1"}


class FlowTool:
    """What an author fills in: `meta`, `schema`, and `block`, which changes a block in place."""

    meta: Dict[str, Any] = {}
    schema: Dict[str, Any] = {"type": "object", "properties": {}}

    def block(self, block: Dict[str, Any], batch: "Batch") -> None:
        raise NotImplementedError

    def process(self, parts: Iterable[Part], batch: "Batch") -> Iterator[Part]:
        """Every part comes in order and goes on; a tool that drops or adds some says so in its `shape`."""
        for part in parts:
            if part["kind"] == "block":
                self.block(part["block"], batch)
            yield part


class Batch:
    """What a tool is told beside the parts; what it reports ends up in the report of the run."""

    def __init__(self, capability: ToolCapability, config: Any, locales: Any, document: Any):
        self.capability, self.config, self.locales, self.document = capability, config, locales, document
        self.entries: List[Any] = []
        self.losses: List[Dict[str, Any]] = []

    def report(self, entry: Any) -> None:
        self.entries.append(entry)

    def lose(self, kind: str, **detail: Any) -> None:
        self.losses.append({"kind": kind, "detail": detail})


class FlowCapability(ToolCapability):
    """Serves the classes in `tools`; a project names it in `plugins` as `capability:NAME`."""

    tools: List[Any] = []

    def initialize(self, config: Any = None) -> None:
        pass

    def get_config_schema(self) -> Dict[str, Any]:
        return {"type": "object", "properties": {}}

    def get_current_config(self) -> Dict[str, Any]:
        return {}

    @capability_action("flow.describe")
    def flow_describe(self) -> Any:
        return {"tools": [{"meta": tool.meta, "schema": tool.schema} for tool in self.tools]}

    @capability_action("flow.process")
    def flow_process(self, tool: str, config: Any, locales: Any, document: Any, parts: str, **_: Any) -> Any:
        batch = Batch(self, config, locales, document)
        made = self.find(tool).process(self.checked(read_parts(parts)), batch)
        return {"parts": write_parts(made), "report": batch.entries, "losses": batch.losses}

    def find(self, name: str) -> FlowTool:
        for tool in self.tools:
            if name in [tool.meta["id"], *tool.meta.get("aliases", [])]:
                found: FlowTool = tool()
                return found
        raise CapabilityInputError(f"Cannot find the flow tool {name}", ["tool"])

    def checked(self, parts: Iterable[Part]) -> Iterator[Part]:
        """A run that is cancelled stops between two parts."""
        for part in parts:
            self.check_cancel()
            yield part


def read_parts(text: str) -> Iterator[Part]:
    header, *lines = text.split("\n")
    if json.loads(header) != HEADER:
        raise CapabilityInputError("Cannot read the parts: the header is not known", ["parts"])
    return (json.loads(line) for line in lines if line)


def write_parts(parts: Iterable[Part]) -> str:
    return "".join(json.dumps(value) + "\n" for value in [HEADER, *parts])


def map_text(runs: List[Any], change: Callable[[str], str]) -> List[Any]:
    """The same runs with other texts: codes stay, and every form of plurals and selects is changed."""
    return [map_run(run, change) for run in runs]


def map_run(run: Dict[str, Any], change: Callable[[str], str]) -> Dict[str, Any]:
    forms = {"text": "text", "plural": "forms", "select": "cases"}.get(run["kind"])
    if forms is None:
        return run
    if forms == "text":
        return {**run, "text": change(run["text"])}
    return {**run, forms: {key: map_text(form, change) for key, form in run[forms].items()}}
