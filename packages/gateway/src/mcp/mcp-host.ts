import type { RegistrySnapshot, ToolUser } from '@helve/core';
import { SERVER_INFO_META_KEY, type Implementation, type ServerCapabilities } from '@modelcontextprotocol/server';
import type { GatewaySettings } from '../gateway-settings.js';
import type { RunningCalls } from '../http/running-calls.js';
import { mcpDefaults, type McpOptions } from './mcp-options.js';
import { createMcpChanges, type McpChanges } from './session/mcp-changes.js';
import { AskingCalls } from './call/asking-call.js';
import { createStateSeal, type StateSeal } from './call/request-state.js';
import { createTasks, TASKS, type Tasks } from './task/tasks.js';
import { createToolNames, type ToolNames } from './list/tool-names.js';
import { createToolPages, toListResult, type ToolPages } from './list/tool-pages.js';

/** Sender of a message. */
export interface McpSender {
  readonly user: ToolUser;
  /** Id in trail and log, where a message is one request. */
  readonly requestId?: string;
}

/** Everything that the MCP servers of one gateway share. */
export interface McpHost {
  readonly settings: GatewaySettings;
  readonly calls: RunningCalls;
  readonly options: McpOptions & Required<Pick<McpOptions, keyof typeof mcpDefaults>>;
  readonly info: Implementation;
  readonly capabilities: ServerCapabilities;
  /** Names of the tools for MCP clients. */
  readonly names: () => ToolNames;
  readonly pagesOf: (view: RegistrySnapshot) => ToolPages;
  readonly seal: StateSeal;
  readonly tasks: Tasks;
  /** Calls whose clients are asked something. */
  readonly asking: AskingCalls;
  readonly changes: McpChanges;
}

const capabilities: ServerCapabilities = Object.freeze({
  tools: { listChanged: true },
  resources: { listChanged: true, subscribe: true },
  prompts: { listChanged: true },
  completions: {},
  logging: {},
  extensions: { [TASKS]: {} },
});

export function createMcpHost(settings: GatewaySettings, calls: RunningCalls): McpHost {
  const options = Object.freeze({ ...mcpDefaults, ...settings.mcp });
  const { changes = createMcpChanges(), pageSize, unlisted = [] } = options;
  const names = createToolNames(settings.caller.tools);
  const info = Object.freeze({ name: options.name, version: options.version });
  hearTools(settings, changes);
  const asking = new AskingCalls();
  calls.ending.addEventListener('abort', () => asking.endAll(calls.ending.reason), { once: true });
  return Object.freeze({
    settings,
    calls,
    options,
    info,
    capabilities,
    names,
    pagesOf: createToolPages({ pageSize, unlisted: new Set(unlisted), toName: (id) => names().nameOf(id) }, (page) =>
      JSON.stringify({
        ...toListResult(page, options.listTtlMs),
        resultType: 'complete',
        _meta: { [SERVER_INFO_META_KEY]: info },
      }),
    ),
    seal: createStateSeal(),
    tasks: createTasks(options.taskTtlMs),
    asking,
    changes,
  });
}

/** Reports the changes of a registry that can change. */
function hearTools({ caller: { tools } }: GatewaySettings, changes: McpChanges): void {
  const subscribe: unknown = Reflect.get(tools, 'subscribe');
  if (typeof subscribe !== 'function') return;
  subscribe.call(tools, () => changes.publish({ kind: 'tools' }));
}
