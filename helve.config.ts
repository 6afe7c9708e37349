import { defineConfig } from '@helve/cli';
import { handlerCapabilities } from '@helve/core';
import { createCapabilities } from '@helve/example-agents';
import { tools } from '@helve/example-hello';

/** The examples, all in one place: what `npm start` shows, and `helve chat` talks about. */
export default defineConfig({
  tools: [...tools, './examples/agents/tools'],
  // What callers of the server may work on: the files of the examples, with results in a folder of their own.
  roots: [{ path: 'examples' }, { path: 'output', write: true }],
  dependencies: { singletons: [[handlerCapabilities, createCapabilities()]] },
});
