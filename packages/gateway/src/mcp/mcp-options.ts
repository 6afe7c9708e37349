import type { GetPromptResult, PromptMessage, ReadResourceResult } from '@modelcontextprotocol/server';
import { isPlainObject } from '@helve/core';
import type { McpChanges } from './session/mcp-changes.js';
import type { McpPeer } from './call/peer.js';

/** A text or file of the host that MCP clients may read. */
export interface McpResource {
  readonly uri: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
  read(uri: string, peer: McpPeer): McpContents | Promise<McpContents>;
}

/** Many resources of one kind: `{name}` in the address stands for one segment. */
export interface McpTemplate extends Omit<McpResource, 'uri' | 'read'> {
  readonly uriTemplate: string;
  /** Undefined if there is no such resource. */
  read(
    uri: string,
    variables: Readonly<Record<string, string>>,
    peer: McpPeer,
  ): McpContents | undefined | Promise<McpContents | undefined>;
  readonly complete?: Readonly<Record<string, Complete>>;
}

export interface McpPrompt {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly arguments?: readonly McpPromptArgument[];
  get(values: Readonly<Record<string, string>>, peer: McpPeer): PromptAnswer | Promise<PromptAnswer>;
}

export interface McpPromptArgument {
  readonly name: string;
  readonly description?: string;
  readonly required?: boolean;
  readonly complete?: Complete;
}

/** Suggests values for what a person has begun to type. */
export type Complete = (begun: string) => readonly string[] | Promise<readonly string[]>;
export type McpContents = ReadResourceResult['contents'];
export type PromptAnswer = readonly PromptMessage[] | Pick<GetPromptResult, 'description' | 'messages'>;

/** Name of the MCP server, and what it offers beside the tools. */
export interface McpOptions {
  readonly name?: string;
  readonly version?: string;
  /** Instructions for models that use the tools. */
  readonly instructions?: string;
  readonly resources?: readonly McpResource[];
  readonly templates?: readonly McpTemplate[];
  /** Reads the page that shows what a tool returns, by the id of the tool; undefined if there is none. */
  readonly readView?: (toolId: string, signal: AbortSignal) => Promise<McpContents | undefined>;
  readonly prompts?: readonly McpPrompt[];
  /** Ids of tools that can be called, and stand in no list. */
  readonly unlisted?: readonly string[];
  /** Channel through which the host reports changed lists. */
  readonly changes?: McpChanges;
  /** Maximum number of items on one page of a list. */
  readonly pageSize?: number;
  /** Time for which a client may keep a list. */
  readonly listTtlMs?: number;
  /** Maximum bytes of one result as JSON; a larger one is cut. */
  readonly maxResultBytes?: number;
  /** Time after which a call becomes a task, for clients that support tasks. */
  readonly taskAfterMs?: number;
  /** Time for which the result of a task is kept. */
  readonly taskTtlMs?: number;
}

/** Defaults of the options. */
export const mcpDefaults = Object.freeze({
  name: 'helve',
  version: '0.0.0',
  pageSize: 250,
  listTtlMs: 60_000,
  maxResultBytes: 1024 * 1024,
  taskAfterMs: 10_000,
  taskTtlMs: 3_600_000,
});

const isText = (value: unknown) => typeof value === 'string' && value !== '';
const isCount = (value: unknown) => Number.isSafeInteger(value) && Number(value) > 0;
const isMs = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0;

const checks: { readonly [K in keyof Required<McpOptions>]: (value: unknown) => boolean } = {
  name: isText,
  version: isText,
  instructions: isText,
  resources: (value) => isListOf(value, 'uri', 'read'),
  templates: (value) => isListOf(value, 'uriTemplate', 'read'),
  prompts: (value) => isListOf(value, 'name', 'get'),
  readView: (value) => typeof value === 'function',
  unlisted: (value) => Array.isArray(value) && value.every(isText),
  changes: (value) => typeof value === 'object' && value !== null && 'subscribe' in value,
  pageSize: isCount,
  listTtlMs: isMs,
  maxResultBytes: isCount,
  taskAfterMs: isMs,
  taskTtlMs: isCount,
};

/** True for a value that can be the option `mcp` of a gateway; unknown keys are refused. */
export function isMcpOptions(value: unknown): boolean {
  if (!isPlainObject(value)) return false;
  return Object.entries(value).every(([key, member]) => {
    const holds = Object.hasOwn(checks, key) ? checks[key as keyof McpOptions] : undefined;
    return holds !== undefined && (member === undefined || holds(member));
  });
}

function isListOf(value: unknown, text: string, method: string): boolean {
  if (!Array.isArray(value)) return false;
  return value.every((item: unknown) => {
    if (typeof item !== 'object' || item === null) return false;
    return isText(Reflect.get(item, text)) && typeof Reflect.get(item, method) === 'function';
  });
}
