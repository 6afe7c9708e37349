import { handlerCapabilities } from '@helve/core';
import { createCapabilities, loadExampleTools } from '@helve/example-agents';

/** The tools of the agents, for `helve tools`, `helve call` and `helve chat`. */
export default {
  tools: (await loadExampleTools()).list(),
  dependencies: { singletons: [[handlerCapabilities, createCapabilities()]] },
};
