import type { CallToolResult, Client, Progress, Tool, VersionNegotiationMode } from '@modelcontextprotocol/client';
import { CapabilityDefinitionError, CapabilityFatalError } from '../error/fatal-errors.js';
import type { McpServerSpec } from './mcp-server-spec.js';

/** Longer than any call: how long one may take is for the host to say. */
const NEVER_MS = 2 ** 31 - 1;

/** How long the promise of a server to tell of changes is relied on. */
const PROMISED_MS = 60_000;

export interface McpConnectionOptions {
  readonly server: McpServerSpec;
  /** All that the server sees of an environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** The server says that it has other tools now. */
  readonly onTools: (tools: readonly Tool[]) => void;
  /** The server is gone, and nobody asked it to go. */
  readonly onLost: () => void;
}

export interface McpCallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress: (progress: Progress) => void;
}

/** One server as a child of this process, spoken with over its standard streams. */
export class McpConnection {
  readonly #client: Client;
  #open = true;

  private constructor(client: Client) {
    this.#client = client;
  }

  /** Starts the server; one that refuses to begin as older ones do is started again and spoken with in today's protocol. */
  static async open(options: McpConnectionOptions): Promise<McpConnection> {
    try {
      return await McpConnection.#begin(options, 'legacy');
    } catch (refusal) {
      // Only a server answers with a code of JSON-RPC: one that cannot be started has another.
      if (!(refusal instanceof Error) || typeof Reflect.get(refusal, 'code') !== 'number') throw refusal;
      return McpConnection.#begin(options, { pin: '2026-07-28' }).catch(() => {
        throw refusal;
      });
    }
  }

  /** What the server writes to stderr goes to that of this process. */
  static async #begin(options: McpConnectionOptions, mode: VersionNegotiationMode): Promise<McpConnection> {
    const { server, env, cwd, onTools, onLost } = options;
    const [{ Client: McpClient }, { StdioClientTransport }] = await Promise.all([
      import('@modelcontextprotocol/client'),
      import('@modelcontextprotocol/client/stdio'),
    ]);
    const [command = '', ...args] = server.command;
    const onChanged = (error: Error | null, tools: Tool[] | null) => {
      if (error === null && tools !== null) onTools(tools);
    };
    const client = new McpClient(
      { name: 'helve', version: server.version },
      { versionNegotiation: { mode }, listChanged: { tools: { onChanged } } },
    );
    const connection = new McpConnection(client);
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the client of the SDK is no event target
    client.onclose = () => {
      if (connection.#open) onLost();
      connection.#open = false;
    };
    await connection.#start(
      server.name,
      new StdioClientTransport({ command, args, env: { ...env }, stderr: 'inherit', ...(cwd && { cwd }) }),
    );
    return connection;
  }

  get isOpen(): boolean {
    return this.#open;
  }

  /** How long its list of tools may be relied on: one that promises to tell of changes is not believed for ever. */
  get toolsLastMs(): number {
    return this.#client.getServerCapabilities()?.tools?.listChanged === true ? PROMISED_MS : 0;
  }

  /** Every tool of the server; two of one name would be one action. */
  async tools(): Promise<readonly Tool[]> {
    if (this.#client.getServerCapabilities()?.tools === undefined) return [];
    const { tools } = await this.#client.listTools();
    const twice = tools.find(({ name }, at) => tools.findIndex((other) => other.name === name) !== at);
    if (twice === undefined) return tools;
    const details = `it has two tools "${twice.name}"`;
    throw new CapabilityDefinitionError(`Cannot host a server: ${details}`, { details });
  }

  /** One call; an aborted signal tells the server that nobody waits any more. */
  call(name: string, args: object, { signal, onProgress }: McpCallOptions): Promise<CallToolResult> {
    const options = { onprogress: onProgress, timeout: NEVER_MS, ...(signal && { signal }) };
    return this.#client.callTool({ name, arguments: { ...args } }, options);
  }

  /** Closes the input of the server, then asks it to end, then ends it. */
  async close(): Promise<void> {
    this.#open = false;
    await this.#client.close();
  }

  async #start(name: string, transport: Parameters<Client['connect']>[0]): Promise<void> {
    try {
      await this.#client.connect(transport);
    } catch (error) {
      await this.close();
      throw hasEnded(error) ? new CapabilityFatalError(`Cannot begin with the server "${name}": it has ended`) : error;
    }
  }
}

/** What the SDK says when the other side of the line is gone. */
function hasEnded(error: unknown): boolean {
  return error instanceof Error && Reflect.get(error, 'code') === 'CONNECTION_CLOSED';
}
