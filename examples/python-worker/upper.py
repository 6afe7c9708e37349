"""A whole capability: it shouts, spins until it is stopped, and refuses."""

import time

from helve_worker import CapabilityInputError, ToolCapability, capability_action


class Upper(ToolCapability):
    """Writes large, in Python"""

    name, version = "upper", "1.0.0"

    def __init__(self):
        self.config = {"suffix": ""}

    def initialize(self, config=None):
        self.config.update(config or {})

    def get_config_schema(self):
        return {"type": "object", "properties": {"suffix": {"type": "string", "default": ""}}}

    def get_current_config(self):
        return self.config

    @capability_action("shout")
    def shout(self, text: str = "", times: int = 1, pause: float = 0.06):
        """Shouts a text, in as many rounds as it takes"""
        for done in range(times):
            self.check_cancel()
            self.report_progress((done + 1) / times, f"round {done + 1}")
            time.sleep(pause)
        self.report_usage({"letters": len(text)})
        return text.upper() + self.config["suffix"]

    @capability_action("spin")
    def spin(self):
        """A loop that never gives its thread back, and ends all the same when it is asked to."""
        while True:
            self.check_cancel()

    @capability_action("echo")
    def echo(self, value=None):
        """Gives back what it was given"""
        return value

    @capability_action("refuse")
    def refuse(self, field: str = "text"):
        """Takes nothing"""
        raise CapabilityInputError(f"Cannot take {field}", [field])

