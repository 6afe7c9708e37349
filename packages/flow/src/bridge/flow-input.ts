import { isPlainObject, type JsonSchemaObject, type ToolInvokeContext } from '@helve/core';
import type { ParsedFlow } from '../document/outline.js';
import { parseFlow } from '../document/parse-flow.js';
import { readFlow } from '../document/read-flow.js';
import { flowErrors } from '../flow-errors.js';
import type { FlowHost } from './flow-host.js';

/** The parameter that says which flow is meant. */
export const flowProperty = {
  anyOf: [{ type: 'string' }, { type: 'object', additionalProperties: true }],
  description: 'The id of a flow, the path of its document, its text, or the document itself.',
} as const satisfies JsonSchemaObject;

/** The flow that a call means: a name, a text of several lines, or a document. */
export async function readFlowInput(value: unknown, host: FlowHost, ctx: ToolInvokeContext): Promise<ParsedFlow> {
  if (isPlainObject(value)) return readFlow(value);
  const name = typeof value === 'string' ? value : '';
  if (name.includes('\n')) return parseFlow(name);
  const found = await host.findFlow(name, ctx);
  if (found === undefined) throw flowErrors.create('FLOW_NOT_FOUND', { kind: 'flow', name });
  return found;
}
