import { isPlainObject } from '@helve/core';
import type { CallToolResult } from '@modelcontextprotocol/server';

/** The fields that a block of each type must have, and their types. */
const blocks: { readonly [type: string]: (block: Record<string, unknown>) => boolean } = {
  text: ({ text }) => typeof text === 'string',
  image: ({ data, mimeType }) => typeof data === 'string' && typeof mimeType === 'string',
  audio: ({ data, mimeType }) => typeof data === 'string' && typeof mimeType === 'string',
  resource: ({ resource }) => isPlainObject(resource) && typeof resource['uri'] === 'string',
  resource_link: ({ uri, name }) => typeof uri === 'string' && typeof name === 'string',
};

const keys: ReadonlySet<string> = new Set(['content', 'structuredContent', 'isError', '_meta']);

/** True for an output that is a result of MCP already, as that of a foreign server: nothing but that, in every block. */
export function isMcpContent(value: unknown): value is CallToolResult {
  if (!isPlainObject(value) || !Array.isArray(value['content'])) return false;
  return Object.keys(value).every((key) => keys.has(key)) && value['content'].every(isBlock);
}

function isBlock(block: unknown): boolean {
  if (!isPlainObject(block) || typeof block['type'] !== 'string') return false;
  return Object.hasOwn(blocks, block['type']) && blocks[block['type']]?.(block) === true;
}
