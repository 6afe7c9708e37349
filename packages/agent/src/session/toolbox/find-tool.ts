import { defineTool, token, type JsonObject, type ToolRecord } from '@helve/core';
import type { ProviderCall } from '../../contract/transport.js';
import { parseJson, toFields, toText } from '../../transport/read-field.js';

/** Finds tools of a session that are not declared, for `find_tool`. */
export interface ToolFinder {
  /** Returns the definitions of the tools that fit a request best; from now on they are declared where that is possible. */
  find(request: string): Promise<readonly JsonObject[]>;
}

export const toolFinder = token<ToolFinder>('tools of a session that are not declared');

const policy = { category: 'utility', sideEffects: 'none', idempotent: true, requiresConfirmation: false } as const;

/** A tool that finds others, for a model that can be shown only some of many. */
export const findTool: ToolRecord = Object.freeze(
  defineTool({
    id: 'find_tool',
    title: 'Find a tool',
    description:
      'Finds further tools by what they should do. Use it whenever none of your tools fits: you have more than are listed here.',
    version: '1.0.0',
    inputSchema: {
      type: 'object',
      properties: { request: { type: 'string', minLength: 1, description: 'What the tool should do, in a few words' } },
      required: ['request'],
      additionalProperties: false,
    },
    policy,
    execute: async ({ request }, ctx) => ({ tools: await ctx.get(toolFinder).find(request) }),
  }),
);

/**
 * The way to call a tool that was found, where the tools of a connection cannot change. The session puts the call of the
 * tool in its place, so this one never runs.
 */
export const useTool: ToolRecord = Object.freeze(
  defineTool({
    id: 'use_tool',
    title: 'Use a tool',
    description: 'Calls a tool that find_tool has found and that is not one of your own tools.',
    version: '1.0.0',
    inputSchema: {
      type: 'object',
      properties: {
        tool: { type: 'string', description: 'The name of the tool' },
        arguments: { type: 'object', description: 'Its arguments', additionalProperties: true },
      },
      required: ['tool', 'arguments'],
      additionalProperties: false,
    },
    policy,
    execute: ({ tool }) => ({ tool }),
  }),
);

/** Puts the call of a tool in the place of a call that names it. */
export function toNamedCall(call: ProviderCall): ProviderCall {
  const { tool, arguments: args } = toFields(typeof call.args === 'string' ? parseJson(call.args) : call.args);
  return toText(tool) === '' ? call : { ...call, name: toText(tool), args: args ?? {} };
}
