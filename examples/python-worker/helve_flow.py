"""Flow tools in Python: a capability with a list of them, which takes batches of parts as lines of JSON."""

import json

from helve_worker import Capability, action
from helve_values import input_error

HEADER = {"schema": "helve.parts/v1"}


class FlowTool:
    """What an author fills in: `meta`, `schema`, and `block`, which changes a block in place."""

    meta = {}
    schema = {"type": "object", "properties": {}}

    def block(self, block, batch):
        raise NotImplementedError

    def process(self, parts, batch):
        """Every part comes in order and goes on; a tool that drops or adds some says so in its `shape`."""
        for part in parts:
            if part["kind"] == "block":
                self.block(part["block"], batch)
            yield part


class Batch:
    """What a tool is told beside the parts; what it reports ends up in the report of the run."""

    def __init__(self, capability, config, locales, document):
        self.capability, self.config, self.locales, self.document = capability, config, locales, document
        self.entries, self.losses = [], []

    def report(self, entry):
        self.entries.append(entry)

    def lose(self, kind, **detail):
        self.losses.append({"kind": kind, "detail": detail})


class FlowCapability(Capability):
    """Serves the classes in `tools`; a project names it in `plugins` as `capability:NAME`."""

    tools = []

    def initialize(self, config=None):
        pass

    def get_config_schema(self):
        return {"type": "object", "properties": {}}

    def get_current_config(self):
        return {}

    @action("flow.describe")
    def flow_describe(self):
        return {"tools": [{"meta": tool.meta, "schema": tool.schema} for tool in self.tools]}

    @action("flow.process")
    def flow_process(self, tool, config, locales, document, parts, **_):
        batch = Batch(self, config, locales, document)
        made = self.find(tool).process(self.checked(read_parts(parts)), batch)
        return {"parts": write_parts(made), "report": batch.entries, "losses": batch.losses}

    def find(self, name):
        for tool in self.tools:
            if name in [tool.meta["id"], *tool.meta.get("aliases", [])]:
                return tool()
        raise input_error(f"Cannot find the flow tool {name}", ["tool"])

    def checked(self, parts):
        """A run that is cancelled stops between two parts."""
        for part in parts:
            self.check_cancel()
            yield part


def read_parts(text):
    header, *lines = text.split("\n")
    if json.loads(header) != HEADER:
        raise input_error("Cannot read the parts: the header is not known", ["parts"])
    return (json.loads(line) for line in lines if line)


def write_parts(parts):
    return "".join(json.dumps(value) + "\n" for value in [HEADER, *parts])


def map_text(runs, change):
    """The same runs with other texts: codes stay, and every form of plurals and selects is changed."""
    return [map_run(run, change) for run in runs]


def map_run(run, change):
    forms = {"text": "text", "plural": "forms", "select": "cases"}.get(run["kind"])
    if forms is None:
        return run
    if forms == "text":
        return {**run, "text": change(run["text"])}
    return {**run, forms: {key: map_text(form, change) for key, form in run[forms].items()}}
