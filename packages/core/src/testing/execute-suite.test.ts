import type { ExecutePort } from '../contract/execute.js';
import { ToolError } from '../errors/tool-error.js';
import { describeExecutePort } from './execute-suite.js';

/** The body runs where it is called. */
const here: ExecutePort = {
  execute(tool, input, ctx) {
    if (typeof tool.execute === 'function') return tool.execute(input, ctx);
    throw new ToolError('NOT_FOUND', `Cannot run tool "${tool.id}": it has no body`);
  },
};

describeExecutePort({ name: 'here', open: async () => ({ port: here }) });
