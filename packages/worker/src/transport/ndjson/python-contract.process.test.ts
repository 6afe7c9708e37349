import { join } from 'node:path';
import { describe } from 'vitest';
import { needs } from '../../../../../test/needs.js';
import { RemoteCapabilityProxy } from '../../proxy/remote-capability-proxy.js';
import { pythonCommand } from '../../python/python-command.js';
import { runCapabilityContract } from '../../testing/capability-contract.js';
import type { ContractSubject } from '../../testing/contract-subject.js';
import { contractCapability, listenTo } from '../../testing/proxy-subject.js';

const script = join(import.meta.dirname, '..', '..', 'testing', 'fixture', 'contract.py');
const env = { PATH: process.env['PATH'] ?? '' };

/** The fixtures of the contract in Python. */
const python: ContractSubject = {
  name: 'python',
  seesBusyTools: true,
  async load(source, { config, adapters = [], observer = {} } = {}) {
    const proxy = new RemoteCapabilityProxy({
      instanceId: source.export,
      transport: { kind: 'ndjson', command: pythonCommand('python3', 'serve'), env },
      capability: { module: script, export: source.export },
      adapters: adapters.map(({ name, export: exported }) => ({ name, module: script, export: exported })),
    });
    listenTo(proxy, observer);
    await proxy.start(config);
    return contractCapability(proxy);
  },
};

describe('the Python worker', needs('python3'), () => {
  runCapabilityContract(python);
});
