// node run.mjs <peer>: prints the microseconds of one add({a, b}) whose input is checked, the way that peer calls a tool.
import { performance } from 'node:perf_hooks';

import * as z from 'zod';

const schema = z.object({ a: z.number(), b: z.number() });
const input = { a: 1, b: 2 };
const add = async ({ a, b }) => ({ sum: a + b });
const description = 'Adds two numbers';

/** Each gives a function that calls the tool once, through the public way of that library. */
const peers = {
  floor: async () => async () => add(schema.parse(input)),

  helve: async () => {
    const { callTool, defineTool } = await import('../../packages/core/dist/index.js');
    const tool = defineTool({ id: 'add', description, inputSchema: schema, execute: add });
    return () => callTool({ tool, rawInput: input });
  },

  'ai-sdk': async () => {
    const { asSchema, tool } = await import('ai');
    const made = tool({ description, inputSchema: schema, execute: add });
    return async () => {
      const checked = await asSchema(made.inputSchema).validate(input);
      return made.execute(checked.value, { toolCallId: '1', messages: [] });
    };
  },

  mastra: async () => {
    const { createTool } = await import('@mastra/core/tools');
    const made = createTool({ id: 'add', description, inputSchema: schema, execute: add });
    return () => made.execute(input, {});
  },

  'openai-agents': async () => {
    const { RunContext, tool } = await import('@openai/agents');
    const made = tool({ name: 'add', description, parameters: schema, execute: add });
    const context = new RunContext();
    const text = JSON.stringify(input);
    return () => made.invoke(context, text);
  },

  langchain: async () => {
    const { tool } = await import('@langchain/core/tools');
    const made = tool(add, { name: 'add', description, schema });
    return () => made.invoke(input);
  },

  'mcp-sdk': async () => {
    const { Client, InMemoryTransport } = await import('@modelcontextprotocol/client');
    const { McpServer } = await import('@modelcontextprotocol/server');
    const server = new McpServer({ name: 'peer', version: '1.0.0' });
    const answer = async (args) => ({ content: [{ type: 'text', text: JSON.stringify(await add(args)) }] });
    server.registerTool('add', { description, inputSchema: schema }, answer);
    const client = new Client({ name: 'bench', version: '1.0.0' });
    const [left, right] = InMemoryTransport.createLinkedPair();
    await Promise.all([server.connect(left), client.connect(right)]);
    return () => client.callTool({ name: 'add', arguments: input });
  },
};

const call = await peers[process.argv[2]]();
const calls = 20_000;
for (let n = 0; n < calls; n += 1) await call();
const began = performance.now();
for (let n = 0; n < calls; n += 1) await call();
console.log(((performance.now() - began) * 1_000) / calls);
process.exit(0);
