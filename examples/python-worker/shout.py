"""A flow tool in Python: writes targets in capitals."""

from helve_worker.flow import FlowCapability, FlowTool, map_text


class Shout(FlowTool):
    meta = {
        "id": "shout",
        "version": "1.0.0",
        "category": "translate",
        "displayName": "Shout",
        "description": "Writes the target in capitals; where there is none, the source.",
        "cardinality": "bilingual",
        "capability": "translate",
        "requires": ["target-language"],
        "consumes": [{"type": "target", "side": "target", "optional": True}],
        "produces": [{"type": "target", "side": "target"}],
        "writesOutput": True,
    }
    schema = {
        "type": "object",
        "properties": {"ending": {"type": "string", "default": "", "description": "Stands behind every text."}},
    }

    def block(self, block, batch):
        locale = batch.locales["target"]
        old = block["targets"].get(locale, {}).get("runs", block["source"])
        runs = map_text(old, lambda text: text.upper())
        if batch.config.get("ending"):
            runs = [*runs, {"kind": "text", "text": batch.config["ending"]}]
        origin = {"kind": "tool", "tool": "shout", "toolVersion": self.meta["version"]}
        block["targets"][locale] = {"runs": runs, "status": "draft", "origin": origin}
        batch.report({"shouted": 1})


class ShoutTools(FlowCapability):
    """Flow tools in Python"""

    name, version = "shout-tools", "1.0.0"
    tools = [Shout]

