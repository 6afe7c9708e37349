import { join } from 'node:path';
import { RemoteCapabilityProxy } from '@helve/worker';

// A host to be killed: it keeps a worker busy, and says which process that is.
const module = join(import.meta.dirname, 'echo-capability.mjs');
const proxy = new RemoteCapabilityProxy({
  instanceId: 'echo',
  transport: { kind: 'process' },
  capability: { module, export: 'EchoCapability' },
});
await proxy.start();
void proxy.dispatchToAction('block');
process.send?.(proxy.pid);
