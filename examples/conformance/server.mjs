import { createCaller, ToolRegistry } from '@helve/core';
import { createMcpChanges, startGateway } from '@helve/gateway';
import { askingTools } from './asking-tools.mjs';
import { content, contentTools } from './content-tools.mjs';
import { prompts, resources, templates } from './material.mjs';
import { taskTools } from './task-tools.mjs';

const changes = createMcpChanges();
const changeTools = ['tool', 'prompt'].map((kind) =>
  content(`test_trigger_${kind}_change`, `Says that the list of ${kind}s has changed`, () => {
    changes.publish({ kind: `${kind}s` });
    return 'Reported';
  }),
);

const tools = new ToolRegistry();
for (const tool of [...contentTools, ...askingTools, ...taskTools, ...changeTools]) tools.addInline(tool);

const gateway = await startGateway({
  caller: createCaller({ tools }),
  port: 0,
  mcp: { name: 'helve-conformance', version: '1.0.0', changes, prompts, resources, templates },
  // Some of the tools fail on purpose.
  onError: () => undefined,
});
console.log(`${gateway.url}/mcp`);
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void gateway.close());
