import { nearestNames } from '@helve/core';
import { projectErrors, didYouMean } from '../project-errors.js';
import type { ServerEntries, ServerEntry } from './mcp-file.js';

/** A server by its name, or an error that names the nearest. */
export function knownServer(servers: ServerEntries, server: string): ServerEntry {
  const entry = Object.hasOwn(servers, server) ? servers[server] : undefined;
  if (entry !== undefined) return entry;
  const details = didYouMean(nearestNames(server, Object.keys(servers), 1));
  throw projectErrors.create('PROJECT_MCP_SERVER_UNKNOWN', { server }, { details });
}
