import { callTool, type ToolRecord } from '@helve/core';
import { describeExecutePort, executeSuiteModule, executeSuiteTools } from '@helve/core/testing';
import { expect, test } from 'vitest';
import { CapabilityManager } from '../manager/capability-manager.js';
import { builtRunner } from '../testing/built-runner.js';
import { createWorkerExecutePort } from './worker-execute-port.js';

async function open() {
  const built = await builtRunner('tool-host', executeSuiteModule);
  const manager = new CapabilityManager({ runner: built.runner });
  const module = built.module('execute-suite-tools');
  const port = createWorkerExecutePort({
    manager,
    hostModule: built.module('tool-host'),
    moduleOf: ({ id, execute }: ToolRecord) =>
      typeof execute === 'function' && id.startsWith('suite.') ? { module } : undefined,
    providers: { module, export: 'createExecuteSuiteProviders' },
    load: { graceMs: 100 },
  });
  return { port, close: () => manager.close() };
}

describeExecutePort({
  name: 'worker',
  exceptions: {
    nesting: 'a worker cannot ask its host to call another tool, and calls none without the rules of the host',
  },
  open,
});

test('a tool that runs elsewhere cannot call others behind the back of its host', async () => {
  const { port, close } = await open();
  const tool = executeSuiteTools.find(({ id }) => id === 'suite.nested');
  if (tool === undefined) throw new Error('There is no such tool');
  expect(await callTool({ tool, execute: port })).toMatchObject({
    ok: false,
    error: { details: { code: 'CALL_DEPTH_EXCEEDED' } },
  });
  await close();
});
