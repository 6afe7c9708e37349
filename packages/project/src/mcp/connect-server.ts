import { connectHttpServer, type ForeignServer } from '@helve/gateway';
import type { CapabilityManager } from '@helve/worker/host';
import { expandTable } from './expand-variables.js';
import type { ServerAddress } from './mcp-file.js';
import { connectStdioServer } from './stdio-server.js';

export interface ConnectContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The workers that servers with a command live in; begun by the first that needs one. */
  readonly manager: () => Promise<CapabilityManager>;
  readonly onChange?: () => void;
}

/** Connects to a server by its address, over HTTP or as a child of a worker. */
export async function connectServer(
  server: string,
  address: ServerAddress,
  { env, manager, onChange }: ConnectContext,
): Promise<ForeignServer> {
  if ('command' in address) {
    const { command, env: declared = {} } = address;
    return connectStdioServer({ server, command, env: expandTable(declared, env) }, await manager());
  }
  const { url, headers = {}, allowPrivate } = address;
  return connectHttpServer({ server, url, headers: expandTable(headers, env), allowPrivate, onChange });
}
