import { join } from 'node:path';
import { RemoteCapabilityProxy } from '@helve/worker/host';

// A host to be killed: it has a worker do something, and says which processes there are.
const [action] = process.argv.slice(2);
const module = join(import.meta.dirname, 'echo-capability.mjs');
const proxy = new RemoteCapabilityProxy({
  instanceId: 'echo',
  transport: { kind: 'process' },
  capability: { module, export: 'EchoCapability' },
});
await proxy.start();
const grandchild = action === 'fork' ? [await proxy.dispatchToAction(action)] : [];
if (action === 'block' || action === 'flood') void proxy.dispatchToAction(action);
// By then the call has begun.
setTimeout(() => process.send?.([proxy.pid, ...grandchild]), 150);
