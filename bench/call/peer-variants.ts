import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Variants } from '../kit/run-variants.js';
import { eachInTurn, jsonSchemaOf, sixtyTools, type Kind, type Way } from './sixty-tools.js';

type Execute = (input: never) => Promise<object>;
type Invoke = (input: unknown, options?: unknown) => Promise<unknown>;

/** The part of each peer that a call needs. */
interface AiSdk {
  asSchema(schema: unknown): { readonly validate?: (value: unknown) => Promise<{ readonly value?: unknown }> };
  jsonSchema(schema: unknown): unknown;
  tool(options: object): { readonly inputSchema: unknown; readonly execute: Execute & Invoke };
}

interface Mastra {
  createTool(options: object): { readonly execute: Invoke };
}

interface OpenAiAgents {
  readonly RunContext: new () => unknown;
  tool(options: object): { readonly invoke: (context: unknown, text: string) => Promise<unknown> };
}

interface LangChain {
  tool(execute: Execute, options: object): { readonly invoke: Invoke };
}

/** Imports a peer from the folder in which it is installed. */
async function load<Peer>(name: string): Promise<Peer> {
  const folder = pathToFileURL(resolve('bench', 'peers', 'load.mjs')).href;
  const { load: importPeer } = (await import(folder)) as { load: (name: string) => Promise<Peer> };
  return importPeer(name);
}

/** The input schema in the way of a tool; literals have none of their own in these libraries and are written with zod. */
function inputOf({ input }: Kind, way: Way): unknown {
  return way === 'json-schema' ? jsonSchemaOf(input) : input;
}

const description = 'Does it';

/** Sixty tools of mixed shape as each peer calls them, with options made anew for each call. */
export const peerVariants: Variants = {
  '60 tools: AI SDK': async () => {
    const { asSchema, jsonSchema, tool } = await load<AiSdk>('ai');
    const tools = sixtyTools((_, kind, way) => {
      const inputSchema = way === 'json-schema' ? jsonSchema(jsonSchemaOf(kind.input)) : kind.input;
      return tool({ description, inputSchema, execute: kind.execute });
    });
    return eachInTurn(tools, async ({ tool: made, kind }) => {
      const input = kind.rawInput();
      // JSON Schema is for the model only: without a function of the application it checks nothing.
      const checked = await asSchema(made.inputSchema).validate?.(input);
      return (made.execute as Invoke)(checked?.value ?? input, { toolCallId: 'call_1', messages: [] });
    });
  },
  '60 tools: Mastra': async () => {
    const { createTool } = await load<Mastra>('@mastra/core/tools');
    const tools = sixtyTools((id, kind, way) => {
      const outputSchema = way === 'json-schema' ? jsonSchemaOf(kind.output) : kind.output;
      return createTool({ id, description, inputSchema: inputOf(kind, way), outputSchema, execute: kind.execute });
    });
    return eachInTurn(tools, ({ tool, kind }) => tool.execute(kind.rawInput(), {}));
  },
  '60 tools: OpenAI Agents': async () => {
    const { RunContext, tool } = await load<OpenAiAgents>('@openai/agents');
    const tools = sixtyTools((name, kind, way) =>
      // JSON Schema is for the model only here too; a call arrives as text.
      tool({ name, description, parameters: inputOf(kind, way), execute: kind.execute }),
    );
    return eachInTurn(tools, ({ tool: made, kind }) => made.invoke(new RunContext(), JSON.stringify(kind.rawInput())));
  },
  '60 tools: LangChain': async () => {
    const { tool } = await load<LangChain>('@langchain/core/tools');
    const tools = sixtyTools((name, kind, way) =>
      tool(kind.execute, { name, description, schema: inputOf(kind, way) }),
    );
    return eachInTurn(tools, ({ tool: made, kind }) => made.invoke(kind.rawInput(), {}));
  },
};
