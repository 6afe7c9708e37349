import { isPlainObject } from '@helve/core';
import { CapabilityConfigError } from '../error/input-errors.js';
import type { CapabilityManifest } from '../manifest/manifest.js';

/** The server that a worker hosts. */
export interface McpServerSpec {
  readonly name: string;
  readonly version: string;
  /** A list of arguments, never a shell command. */
  readonly command: readonly string[];
}

/** The variable in which a worker finds its server; hidden from the server itself. */
export const MCP_SERVER_VARIABLE = 'HELVE_MCP_SERVER';

/** Returns the server that a manifest describes. */
export function toMcpServer({ code }: CapabilityManifest): McpServerSpec {
  const { name, version, command = [] } = code;
  if (command.length > 0) return { name, version, command };
  throw new CapabilityConfigError(`Cannot load "${name}": an "mcp-stdio" capability needs a command`, {
    fieldsInvalid: ['/code/command'],
    capabilityName: name,
  });
}

/** Parses the server from the environment. */
export function readMcpServer(text: string | undefined): McpServerSpec {
  const spec: unknown = JSON.parse(text ?? 'null');
  if (!isPlainObject(spec) || !Array.isArray(spec['command'])) {
    throw new CapabilityConfigError(`Cannot host a server: "${MCP_SERVER_VARIABLE}" does not name one`, {
      fieldsInvalid: [MCP_SERVER_VARIABLE],
    });
  }
  return spec as unknown as McpServerSpec;
}
