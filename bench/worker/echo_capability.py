"""The least that a capability in Python can be, with an echo."""

from helve_worker import ToolCapability, capability_action


class EchoCapability(ToolCapability):
    name, version = "echo", "1.0.0"

    def initialize(self, config=None):
        pass

    def get_config_schema(self):
        return {"type": "object", "properties": {}}

    def get_current_config(self):
        return {}

    @capability_action("echo")
    def echo(self, value):
        return value
