import { markBadMcpTools, mcpUi } from '@helve/core';
import type {
  CallToolResult,
  Client,
  Progress,
  ReadResourceResult,
  Tool,
  VersionNegotiationMode,
} from '@modelcontextprotocol/client';
import { CapabilityDefinitionError, CapabilityFatalError } from '../error/fatal-errors.js';
import type { McpServerSpec } from './mcp-server-spec.js';

/** Longer than any call: the host sets the time limits. */
const NEVER_MS = 2 ** 31 - 1;

/** Time for which a server's promise to announce changes is trusted. */
const PROMISED_MS = 60_000;

export interface McpConnectionOptions {
  readonly server: McpServerSpec;
  /** The complete environment of the server. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Called when the server announces other tools. */
  readonly onTools: (tools: readonly Tool[]) => void;
  /** Called when the server ends unexpectedly. */
  readonly onLost: () => void;
}

export interface McpCallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress: (progress: Progress) => void;
}

/** One server as a child process, connected over its standard streams. */
export class McpConnection {
  readonly #client: Client;
  #open = true;

  private constructor(client: Client) {
    this.#client = client;
  }

  /** Starts the server. If it refuses the handshake of older protocol versions, starts it again with the current one. */
  static async open(options: McpConnectionOptions): Promise<McpConnection> {
    try {
      return await McpConnection.#begin(options, 'legacy');
    } catch (refusal) {
      // Only a server answers with a numeric JSON-RPC code; a failed start has another.
      if (!(refusal instanceof Error) || typeof Reflect.get(refusal, 'code') !== 'number') throw refusal;
      return McpConnection.#begin(options, { pin: '2026-07-28' }).catch(() => {
        throw refusal;
      });
    }
  }

  /** Starts the server; its stderr goes to that of this process. */
  static async #begin(options: McpConnectionOptions, mode: VersionNegotiationMode): Promise<McpConnection> {
    const { server, env, cwd, onTools, onLost } = options;
    const [{ Client: McpClient, isSpecType }, { StdioClientTransport }] = await Promise.all([
      import('@modelcontextprotocol/client'),
      import('@modelcontextprotocol/client/stdio'),
    ]);
    const [command = '', ...args] = server.command;
    const onChanged = (error: Error | null, tools: Tool[] | null) => {
      if (error === null && tools !== null) onTools(tools);
    };
    const client = new McpClient(
      { name: 'helve', version: server.version },
      {
        versionNegotiation: { mode },
        listChanged: { tools: { onChanged } },
        // Servers name their pages only to clients that can pass them on.
        capabilities: { extensions: { [mcpUi.extension]: { mimeTypes: [mcpUi.mimeType] } } },
      },
    );
    const connection = new McpConnection(client);
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the client of the SDK is no event target
    client.onclose = () => {
      if (connection.#open) onLost();
      connection.#open = false;
    };
    const started = new StdioClientTransport({
      command,
      args,
      env: { ...env },
      stderr: 'inherit',
      ...(cwd && { cwd }),
    });
    // The client reads a message after whoever listened before it.
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- a transport of the SDK is no event target
    started.onmessage = (message) => markBadMcpTools(message, isSpecType.Tool);
    await connection.#start(server.name, started);
    return connection;
  }

  get isOpen(): boolean {
    return this.#open;
  }

  /** Time for which its list of tools is valid; even a server that announces changes is asked again. */
  get toolsLastMs(): number {
    return this.#client.getServerCapabilities()?.tools?.listChanged === true ? PROMISED_MS : 0;
  }

  /** Lists all tools of the server; refuses duplicate names. */
  async tools(): Promise<readonly Tool[]> {
    if (this.#client.getServerCapabilities()?.tools === undefined) return [];
    const { tools } = await this.#client.listTools();
    const twice = tools.find(({ name }, at) => tools.findIndex((other) => other.name === name) !== at);
    if (twice === undefined) return tools;
    const details = `it has two tools "${twice.name}"`;
    throw new CapabilityDefinitionError(`Cannot host a server: ${details}`, { details });
  }

  /** Calls a tool; an aborted signal notifies the server. */
  call(name: string, args: object, { signal, onProgress }: McpCallOptions): Promise<CallToolResult> {
    const options = { onprogress: onProgress, timeout: NEVER_MS, ...(signal && { signal }) };
    return this.#client.callTool({ name, arguments: { ...args } }, options);
  }

  /** Reads a resource. */
  read(uri: string, signal?: AbortSignal): Promise<ReadResourceResult> {
    return this.#client.readResource({ uri }, { timeout: NEVER_MS, ...(signal && { signal }) });
  }

  /** Closes the server's stdin, then sends SIGTERM, then SIGKILL. */
  async close(): Promise<void> {
    this.#open = false;
    await this.#client.close();
  }

  async #start(name: string, transport: Parameters<Client['connect']>[0]): Promise<void> {
    try {
      await this.#client.connect(transport);
    } catch (error) {
      await this.close();
      throw hasEnded(error) ? new CapabilityFatalError(`Cannot start the server "${name}": it has ended`) : error;
    }
  }
}

/** True for errors of the SDK after the server has gone. */
function hasEnded(error: unknown): boolean {
  return error instanceof Error && Reflect.get(error, 'code') === 'CONNECTION_CLOSED';
}
