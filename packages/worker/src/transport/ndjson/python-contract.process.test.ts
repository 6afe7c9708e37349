import { join } from 'node:path';
import { describe } from 'vitest';
import { needs } from '../../../../../test/needs.js';
import { RemoteCapabilityProxy } from '../../proxy/remote-capability-proxy.js';
import { runCapabilityContract } from '../../testing/capability-contract.js';
import type { ContractSubject } from '../../testing/contract-subject.js';
import { contractCapability, listenTo } from '../../testing/proxy-subject.js';

const root = join(import.meta.dirname, '..', '..', '..', '..', '..');
const script = join(import.meta.dirname, '..', '..', 'testing', 'fixture', 'contract.py');
const env = {
  PATH: process.env['PATH'] ?? '',
  PYTHONPATH: join(root, 'examples', 'python-worker'),
  PYTHONDONTWRITEBYTECODE: '1',
};

/** The fixtures of the contract in Python, written with the library of the example. */
const python: ContractSubject = {
  name: 'python',
  seesBusyTools: true,
  async load(source, { config, adapters = [], observer = {} } = {}) {
    const proxy = new RemoteCapabilityProxy({
      instanceId: source.export,
      transport: { kind: 'ndjson', command: ['python3', script], env },
      capability: { module: 'contract', export: source.export },
      adapters: adapters.map(({ name, export: exported }) => ({ name, module: 'contract', export: exported })),
    });
    listenTo(proxy, observer);
    await proxy.start(config);
    return contractCapability(proxy);
  },
};

describe('the Python worker', needs('python3'), () => {
  runCapabilityContract(python);
});
