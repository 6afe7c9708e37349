import { defineConfig } from '@helve/cli';
import { handlerCapabilities } from '@helve/core';
import { createCapabilities, loadExampleTools } from '@helve/example-agents';
import { tools } from '@helve/example-hello';

/** The examples, all in one place: what `npm start` shows, and `helve chat` talks about. */
export default defineConfig({
  tools: [...tools, ...(await loadExampleTools()).list()],
  dependencies: { singletons: [[handlerCapabilities, createCapabilities()]] },
});
