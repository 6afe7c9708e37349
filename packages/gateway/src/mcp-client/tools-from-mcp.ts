import {
  defineTool,
  findBadName,
  type JsonObject,
  toolNameOf,
  type ToolInvokeContext,
  type ToolPolicy,
  type ToolRecord,
} from '@helve/core';
import { gatewayErrors } from '../gateway-errors.js';
import { callForeign, type ForeignTrust } from './call-foreign.js';
import { ServerConnection, type ServerConnectionOptions } from './server-connection.js';
import type { McpContents } from '../mcp/mcp-options.js';
import type { McpDefinition } from './mcp-definition.js';
import { toOwnUri, toPage, type McpView } from './mcp-view.js';

export interface McpToolsOptions extends Omit<ServerConnectionOptions, 'idOf'>, ForeignTrust {
  /** Stands before the names of its tools; the name of the server unless told. */
  readonly prefix?: string | undefined;
  /** Policy of its tools. Default: the most careful one; hints of the server do not change it. */
  readonly policy?: Partial<ToolPolicy> | undefined;
}

/** The tools of a foreign server, and the way to it. */
export interface McpTools {
  readonly tools: readonly ToolRecord[];
  /** Reads the page of a tool by its id; undefined where it has none. */
  readView(toolId: string, signal: AbortSignal): Promise<McpContents | undefined>;
  close(): Promise<void>;
}

/** Makes a record of every pinned tool. Nothing is connected before the first call, and no other tool comes in. */
export function toolsFromMcp(options: McpToolsOptions): McpTools {
  const { server, prefix = server, pinned } = options;
  // MCP allows a slash and more; whatever an id cannot hold becomes "_".
  const toToolId = (tool: string) => `${prefix}.${tool.replaceAll(/[^\w.-]/g, '_')}`;
  const link = new ServerConnection({ ...options, idOf: toToolId });
  const tools = pinned.map((definition) => toRecord(toToolId(definition.name), definition, options, link));
  assertNames(server, tools);
  const readView = async (toolId: string, signal: AbortSignal) => {
    const shown = pinned.find(({ name }) => toToolId(name) === toolId);
    const uri = shown?.ui?.resourceUri;
    if (shown === undefined || uri === undefined) return undefined;
    const result = await link.read(shown.name, uri, signal);
    return result === undefined ? undefined : toPage(server, uri, toOwnUri(prefix, uri), result);
  };
  return { tools, readView, close: () => link.close() };
}

function toRecord(id: string, definition: McpDefinition, options: McpToolsOptions, link: ServerConnection): ToolRecord {
  const { name, title, description, inputSchema, outputSchema, annotations } = definition;
  const { server, prefix = server, policy, trusted } = options;
  const ui = toOwnView(prefix, definition.ui);
  return defineTool({
    id,
    name: toolNameOf(id),
    ...(title === undefined ? {} : { title }),
    description: description ?? title ?? `The tool ${name} of ${server}`,
    policy: { effects: ['api-call'], ...policy },
    annotations: { ...withoutView(annotations), mcpServer: server, ...(ui === undefined ? {} : { ui }) },
    inputSchema,
    ...(outputSchema === undefined ? {} : { outputSchema }),
    execute: (input: unknown, ctx: ToolInvokeContext) =>
      callForeign((call) => link.call(name, input ?? {}, call), ctx, { trusted }),
  });
}

/** The page as it is addressed here. */
function toOwnView(prefix: string, view: McpView | undefined): JsonObject | undefined {
  if (view === undefined) return undefined;
  const { resourceUri: uri, visibility } = view;
  return {
    ...(uri === undefined ? {} : { resourceUri: toOwnUri(prefix, uri) }),
    ...(visibility === undefined ? {} : { visibility: [...visibility] }),
  };
}

/** Hints of a server name no page: only its definition does. */
function withoutView(annotations: JsonObject = {}): JsonObject {
  const { ui: _, ...others } = annotations;
  return others;
}

/** Names are what a model sees: short enough for every vendor, and each only once. */
function assertNames(server: string, tools: readonly ToolRecord[]): void {
  const bad = findBadName(tools);
  if (bad === undefined) return;
  throw gatewayErrors.create('GATEWAY_MCP_NAME_TAKEN', { server, tool: bad.id, problem: bad.problem });
}
