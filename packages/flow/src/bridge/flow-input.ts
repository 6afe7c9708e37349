import { isPlainObject, type JsonSchemaObject, type ToolInvokeContext } from '@helve/core';
import type { ParsedFlow } from '../document/outline.js';
import { parseFlow } from '../document/parse-flow.js';
import { readFlow } from '../document/read-flow.js';
import { flowErrors } from '../flow-errors.js';
import type { FlowHost } from './flow-host.js';

/** Parameter that names the flow. */
export const flowProperty = {
  anyOf: [{ type: 'string' }, { type: 'object', additionalProperties: true }],
  description: 'Flow to use: its id, the path of its document, the text of the document, or the document itself.',
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
