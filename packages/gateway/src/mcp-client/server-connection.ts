import { backoff, isToolError, sleep } from '@helve/core';
import { gatewayErrors } from '../gateway-errors.js';
import type { DefinitionApprovals } from './definition-approvals.js';
import { changedParts, definitionDigest, type McpDefinition } from './mcp-definition.js';
import type { ForeignServer, ForeignCall } from './foreign-server.js';

/** Attempts to connect for one call. */
const attempts = 3;
const wait = { baseMs: 200, capMs: 2_000, jitter: 0.2 };

export interface ServerConnectionOptions {
  readonly server: string;
  /** Connects; calls `onChange` when the server reports that its tools changed. */
  readonly connect: (onChange: () => void) => Promise<ForeignServer>;
  /** Approved definitions: only these are called. */
  readonly pinned: readonly McpDefinition[];
  readonly approvals: DefinitionApprovals;
  readonly idOf: (tool: string) => string;
}

/** The way to one foreign server: opened by the first call, opened again when it broke, closed with its host. */
export class ServerConnection {
  readonly #options: ServerConnectionOptions;
  readonly #pinned: Map<string, McpDefinition>;
  #peer: ForeignServer | undefined;
  #connecting: Promise<ForeignServer> | undefined;
  #live: Promise<ReadonlyMap<string, McpDefinition>> | undefined;
  #liveSince = 0;
  #closed = false;

  constructor(options: ServerConnectionOptions) {
    this.#options = options;
    this.#pinned = new Map(options.pinned.map((definition) => [definition.name, definition]));
  }

  /** connect ▸ compare the definition with what was agreed to ▸ call. */
  async call(tool: string, input: object, call: ForeignCall): Promise<unknown> {
    const peer = await this.#connected(call.signal);
    await this.#assertUnchanged(tool, peer);
    return peer.call(tool, input, call);
  }

  /** Reads the page of a tool, under the same conditions as a call; undefined where there is no way to it. */
  async read(tool: string, uri: string, signal: AbortSignal): Promise<unknown> {
    const peer = await this.#connected(signal);
    await this.#assertUnchanged(tool, peer);
    return peer.read?.(uri, signal);
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#connecting?.catch(() => undefined);
    await this.#peer?.close();
  }

  async #connected(signal: AbortSignal): Promise<ForeignServer> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#open();
      } catch (error) {
        if (attempt === attempts || !isToolError(error, 'GATEWAY_MCP_UNREACHABLE') || this.#closed) throw error;
      }
      // Nothing was sent yet, so that trying again does no harm.
      await sleep(backoff({ attempt, ...wait }), signal);
    }
  }

  /** Returns the open connection, or opens one; callers that come meanwhile share it. */
  #open(): Promise<ForeignServer> | ForeignServer {
    const { server } = this.#options;
    if (this.#closed) throw gatewayErrors.create('GATEWAY_MCP_UNREACHABLE', { server, problem: 'it was closed' });
    if (this.#peer?.isOpen === true) return this.#peer;
    return (this.#connecting ??= this.#connect().finally(() => (this.#connecting = undefined)));
  }

  async #connect(): Promise<ForeignServer> {
    this.#live = undefined;
    this.#peer = await this.#options.connect(() => (this.#live = undefined));
    return this.#peer;
  }

  async #assertUnchanged(tool: string, peer: ForeignServer): Promise<void> {
    const { server, approvals, idOf } = this.#options;
    const [before, after] = [this.#pinned.get(tool), (await this.#definitions(peer)).get(tool)];
    if (before === undefined || after === undefined || after.problem !== undefined) {
      throw gatewayErrors.create('GATEWAY_MCP_TOOL_GONE', { server, tool });
    }
    if (definitionDigest(before) === definitionDigest(after)) return;
    const approvalId = await approvals.ask({ server, before, after, toolId: idOf(tool) });
    if (approvalId === undefined) return void this.#pinned.set(tool, after);
    const parts = changedParts(before, after).join(', ');
    const facts = { server, tool, parts };
    throw gatewayErrors.create('GATEWAY_MCP_DEFINITION_CHANGED', facts, { details: { approvalId } });
  }

  /** Reads the tools once per connection, and again after a change that was reported or could have been missed. */
  #definitions(peer: ForeignServer): Promise<ReadonlyMap<string, McpDefinition>> {
    const now = performance.now();
    if (this.#live !== undefined && now - this.#liveSince < peer.definitionsLastMs) return this.#live;
    const reading = peer.tools().then((tools) => new Map(tools.map((tool) => [tool.name, tool])));
    this.#live = reading;
    this.#liveSince = now;
    reading.catch(() => {
      if (this.#live === reading) this.#live = undefined;
    });
    return reading;
  }
}
