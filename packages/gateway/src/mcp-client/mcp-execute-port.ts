import type { ExecutePort } from '@helve/core';
import { gatewayErrors } from '../gateway-errors.js';
import { callForeign, type ForeignTrust } from './call-foreign.js';
import type { ForeignServer } from './foreign-server.js';

export interface McpExecuteOptions extends ForeignTrust {
  /** Name of the server in this project. */
  readonly server: string;
  readonly foreign: Pick<ForeignServer, 'call' | 'tools'>;
}

/** Runs the bodies of tools on a foreign server that has tools of the same ids; the rules of a call stay on this side. */
export function createMcpExecutePort({ server, foreign, trusted }: McpExecuteOptions): ExecutePort {
  let known: Promise<ReadonlySet<string>> | undefined;
  const names = () => (known ??= foreign.tools().then((tools) => new Set(tools.map(({ name }) => name))));
  return {
    async execute({ id }, input, ctx) {
      if (!(await names()).has(id)) throw gatewayErrors.create('GATEWAY_MCP_TOOL_GONE', { server, tool: id });
      return callForeign((call) => foreign.call(id, input ?? {}, call), ctx, { trusted });
    },
  };
}
