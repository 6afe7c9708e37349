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

/** What may stand where a person has begun to type. */
export type Complete = (begun: string) => readonly string[] | Promise<readonly string[]>;
export type McpContents = ReadResourceResult['contents'];
export type PromptAnswer = readonly PromptMessage[] | Pick<GetPromptResult, 'description' | 'messages'>;

/** What the MCP door is called, and what it offers beside the tools. */
export interface McpOptions {
  readonly name?: string;
  readonly version?: string;
  /** How a model should use the tools as a whole. */
  readonly instructions?: string;
  readonly resources?: readonly McpResource[];
  readonly templates?: readonly McpTemplate[];
  readonly prompts?: readonly McpPrompt[];
  /** Ids of tools that can be called, and stand in no list. */
  readonly unlisted?: readonly string[];
  /** Through which the host says that a list has changed. */
  readonly changes?: McpChanges;
  /** How many items of a list go out at once. */
  readonly pageSize?: number;
  /** How long a client may keep a list. */
  readonly listTtlMs?: number;
  /** Of one result, in bytes of JSON: what is larger is cut. */
  readonly maxResultBytes?: number;
  /** After how long a call becomes a task, for clients that know tasks. */
  readonly taskAfterMs?: number;
  /** How long the result of a task is kept. */
  readonly taskTtlMs?: number;
}

/** What holds where nobody says otherwise. */
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
  unlisted: (value) => Array.isArray(value) && value.every(isText),
  changes: (value) => typeof value === 'object' && value !== null && 'subscribe' in value,
  pageSize: isCount,
  listTtlMs: isMs,
  maxResultBytes: isCount,
  taskAfterMs: isMs,
  taskTtlMs: isCount,
};

/** Whether a value can be the `mcp` of a gateway: keys that nobody reads are refused. */
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
