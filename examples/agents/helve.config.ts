import { handlerCapabilities } from '@helve/core';
import { createCapabilities } from '@helve/example-agents';

/** The tools of the agents, for `helve tools`, `helve call` and `helve chat`. */
export default {
  tools: ['./tools'],
  dependencies: { singletons: [[handlerCapabilities, createCapabilities()]] },
};
