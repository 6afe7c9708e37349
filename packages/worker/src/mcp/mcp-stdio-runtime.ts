import { createRequire } from 'node:module';
import type { RuntimeSource } from '../manager/worker-plan.js';
import { MCP_SERVER_VARIABLE, toMcpServer } from './mcp-server-spec.js';

/** Creates the runtime `mcp-stdio`. Default module: this package's own. */
export function createMcpStdioRuntime(module?: string): RuntimeSource {
  return (manifest) => ({
    capability: {
      module: module ?? createRequire(import.meta.url).resolve('@helve/worker/host'),
      export: 'McpStdioCapability',
    },
    env: { [MCP_SERVER_VARIABLE]: JSON.stringify(toMcpServer(manifest)) },
  });
}
