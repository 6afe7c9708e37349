"""A whole capability: it shouts, spins until it is stopped, and refuses."""

import time

from helve_worker import Capability, action, serve
from helve_values import input_error


class Upper(Capability):
    name, version = "upper", "1.0.0"

    def __init__(self):
        self.config = {"suffix": ""}

    def initialize(self, config=None):
        self.config.update(config or {})

    def get_config_schema(self):
        return {"type": "object", "properties": {"suffix": {"type": "string", "default": ""}}}

    def get_current_config(self):
        return self.config

    @action("shout")
    def shout(self, text="", times=1, pause=0.06):
        for done in range(times):
            self.check_cancel()
            self.report_progress((done + 1) / times, f"round {done + 1}")
            time.sleep(pause)
        self.report_usage({"letters": len(text)})
        return text.upper() + self.config["suffix"]

    @action("spin")
    def spin(self):
        """A loop that never gives its thread back, and ends all the same when it is asked to."""
        while True:
            self.check_cancel()

    @action("echo")
    def echo(self, value=None):
        return value

    @action("refuse")
    def refuse(self, field="text"):
        raise input_error(f"Cannot take {field}", [field])


if __name__ == "__main__":
    serve(Upper)
