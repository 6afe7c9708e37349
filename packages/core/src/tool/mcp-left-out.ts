import { isPlainObject } from '../json/is-plain-object.js';

/** Key in the `_meta` of a listed tool that says why it cannot be used. */
export const mcpLeftOut = 'helve/leftOut';

/**
 * Replaces, in a message of an MCP server that lists tools, those that are none by empty ones that say why: clients of the
 * protocol refuse the whole list for one of them.
 */
export function markBadMcpTools(message: unknown, isTool: (tool: unknown) => boolean): void {
  const result = isPlainObject(message) ? message['result'] : undefined;
  if (!isPlainObject(result) || !Array.isArray(result['tools'])) return;
  result['tools'] = result['tools'].map((tool: unknown, at) => (isTool(tool) ? tool : toEmptyTool(tool, at)));
}

function toEmptyTool(tool: unknown, at: number): object {
  const { name, inputSchema } = isPlainObject(tool) ? tool : {};
  return {
    name: typeof name === 'string' ? name : `tool ${at + 1}`,
    inputSchema: { type: 'object' },
    _meta: { [mcpLeftOut]: problemOf(inputSchema) },
  };
}

function problemOf(schema: unknown): string {
  if (!isPlainObject(schema)) return 'its inputSchema is no JSON Schema of an object';
  if (schema['type'] === 'object') return 'its definition does not follow the protocol';
  return `its inputSchema has the type ${JSON.stringify(schema['type']) ?? 'unknown'}, expected "object"`;
}
