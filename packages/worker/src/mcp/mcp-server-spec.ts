import { isPlainObject } from '@helve/core';
import { CapabilityConfigError } from '../error/input-errors.js';
import type { CapabilityManifest } from '../manifest/manifest.js';

/** What a worker has to know of the server it hosts. */
export interface McpServerSpec {
  readonly name: string;
  readonly version: string;
  /** Arguments one by one, never a line for a shell. */
  readonly command: readonly string[];
}

/** The variable in which a worker finds it; the server itself does not see it. */
export const MCP_SERVER_VARIABLE = 'HELVE_MCP_SERVER';

/** The server that a manifest describes. */
export function mcpServerOf({ code }: CapabilityManifest): McpServerSpec {
  const { name, version, command = [] } = code;
  if (command.length > 0) return { name, version, command };
  throw new CapabilityConfigError(`Cannot load "${name}": an "mcp-stdio" capability needs a command`, {
    fieldsInvalid: ['/code/command'],
    capabilityName: name,
  });
}

/** Reads what a host has put into the environment. */
export function readMcpServer(text: string | undefined): McpServerSpec {
  const spec: unknown = JSON.parse(text ?? 'null');
  if (!isPlainObject(spec) || !Array.isArray(spec['command'])) {
    throw new CapabilityConfigError(`Cannot host a server: "${MCP_SERVER_VARIABLE}" does not say which`, {
      fieldsInvalid: [MCP_SERVER_VARIABLE],
    });
  }
  return spec as unknown as McpServerSpec;
}
