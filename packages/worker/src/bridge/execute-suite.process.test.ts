import type { ToolRecord } from '@helve/core';
import { describeExecutePort, executeSuiteModule } from '@helve/core/testing';
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

describeExecutePort({ name: 'worker', open });
