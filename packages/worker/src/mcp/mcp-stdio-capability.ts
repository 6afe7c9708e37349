import { digest, isToolError, type JsonSchemaObject } from '@helve/core';
import type { Progress, Tool } from '@modelcontextprotocol/client';
import { unknownAction } from '../action/dispatch-to-action.js';
import type { CallScope } from '../call/call-scope.js';
import { heartbeat } from '../call/heartbeat.js';
import { findCalls, ToolCapability, type Config } from '../capability/tool-capability.js';
import { CapabilityError } from '../error/capability-error.js';
import type { ManifestAction } from '../manifest/manifest.js';
import type { StructuralSurface } from '../surface/structural-surface.js';
import { McpConnection } from './mcp-connection.js';
import { mcpError, toValue } from './mcp-errors.js';
import { MCP_SERVER_VARIABLE, readMcpServer, type McpServerSpec } from './mcp-server-spec.js';
import { isUsable, surfaceOfActions, toManifestAction } from './mcp-tool-action.js';

/** Variables of the worker that its server does not see. */
const ownVariables = [MCP_SERVER_VARIABLE, 'HELVE_WIRE_FD', 'HELVE_CONTROL_FD'];

/**
 * An extra action, with a name that no tool can have: returns the server's current tool definitions, or null to a
 * caller that passes their digest.
 */
export const MCP_DEFINITIONS = 'list definitions';

/** An extra action that reads a resource of the server. */
export const MCP_READ = 'read resource';

/** Hosts a Model Context Protocol server as a child in the worker's process group; its tools are the actions. */
export class McpStdioCapability extends ToolCapability {
  readonly #server: McpServerSpec;
  readonly #env: Readonly<Record<string, string>>;
  #connection: McpConnection | undefined;
  #tools: readonly Tool[] = [];
  #digest = '';
  #takenAtMs = 0;
  #looking: Promise<readonly Tool[]> | undefined;
  #actions: ReadonlyMap<string, ManifestAction> = new Map();
  #config: Config = {};

  constructor() {
    super();
    // The environment composed for this worker; it contains nothing else of the host's.
    const env = { ...(Reflect.get(process, 'env') as Record<string, string>) };
    this.#server = readMcpServer(env[MCP_SERVER_VARIABLE]);
    for (const name of ownVariables) delete env[name];
    this.#env = env;
  }

  get name(): string {
    return this.#server.name;
  }

  get version(): string {
    return this.#server.version;
  }

  async initialize(config?: Config | null): Promise<void> {
    this.#config = { ...this.#config, ...config };
    if (this.#connection?.isOpen !== true) await this.#start();
  }

  getConfigSchema(): JsonSchemaObject {
    return { type: 'object', properties: {}, additionalProperties: false };
  }

  getCurrentConfig(): Config {
    return { ...this.#config };
  }

  override async cleanup(): Promise<void> {
    await this.#connection?.close();
  }

  override async dispatchToAction(action: string, args: object = {}): Promise<unknown> {
    if (action === MCP_DEFINITIONS) {
      await this.#look();
      return Reflect.get(args, 'known') === this.#digest ? null : this.#tools;
    }
    if (action === MCP_READ) {
      return this.#connection?.read(String(Reflect.get(args, 'uri')), findCalls(this).current.signal);
    }
    if (!this.#actions.has(action)) throw unknownAction(action, [...this.#actions.keys()]);
    const connection = this.#connection;
    try {
      // Progress arrives from the connection, outside of the scope of its call.
      const scope = findCalls(this).current;
      const onProgress = (progress: Progress) => show(scope, progress);
      const { signal } = scope;
      return toValue(action, (await connection?.call(action, args, { signal, onProgress })) ?? { content: [] });
    } catch (error) {
      this.checkCancel();
      if (CapabilityError.is(error) || isToolError(error)) throw error;
      // A server that ends takes the worker with it: the host reports how it ended.
      if (connection?.isOpen !== true) return new Promise(() => undefined);
      throw mcpError(action, error);
    }
  }

  /** Starts the server before the worker sends hello. */
  _open(): Promise<void> {
    return this.#start();
  }

  async #start(): Promise<void> {
    await heartbeat('connecting to the server', {}, async () => {
      this.#connection = await McpConnection.open({
        server: this.#server,
        env: this.#env,
        onTools: (tools) => this.#change(tools),
        onLost: () => this.#lose(),
      });
      this.#take(await this.#connection.tools());
    });
  }

  _actions(): readonly ManifestAction[] {
    return [...this.#actions.values()];
  }

  _surface(): StructuralSurface {
    return surfaceOfActions(this.#actions.values());
  }

  /** Asks the server for its tools again when the list may be outdated: not every server announces changes. */
  async #look(): Promise<void> {
    const connection = this.#connection;
    if (connection === undefined || performance.now() - this.#takenAtMs < connection.toolsLastMs) return;
    const tools = await (this.#looking ??= connection.tools().finally(() => (this.#looking = undefined)));
    if (digest(tools) === this.#digest) this.#takenAtMs = performance.now();
    else this.#change(tools);
  }

  /** Replaces the tools. New tools can be called at once; existing records are not updated. */
  #change(tools: readonly Tool[]): void {
    const before = this.#actions;
    this.#take(tools);
    const added = [...this.#actions.keys()].filter((name) => !before.has(name));
    const removed = [...before.keys()].filter((name) => !this.#actions.has(name));
    const message = `The tools of "${this.name}" changed: ${added.length} new, ${removed.length} gone; its surface drifted`;
    findCalls(this).instance.log({ level: 'warn', message, fields: { added, removed } });
  }

  #take(tools: readonly Tool[]): void {
    this.#tools = tools;
    this.#takenAtMs = performance.now();
    this.#digest = digest(tools);
    this.#actions = byName(tools);
  }

  #lose(): void {
    setImmediate(() => {
      throw new Error(`The server "${this.name}" has ended`);
    });
  }
}

function show(scope: CallScope, { progress, total, message }: Progress): void {
  const known = total !== undefined && total > 0;
  scope.reportProgress(known ? Math.min(1, Math.max(0, progress / total)) : -1, message ?? '');
}

function byName(tools: readonly Tool[]): ReadonlyMap<string, ManifestAction> {
  return new Map(tools.filter(isUsable).map((tool) => [tool.name, toManifestAction(tool)]));
}
