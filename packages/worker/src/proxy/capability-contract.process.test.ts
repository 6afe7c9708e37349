import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Secret } from '@helve/core';
import { builtRunner } from '../testing/built-runner.js';
import { runCapabilityContract } from '../testing/capability-contract.js';
import type { ContractSource, ContractSubject } from '../testing/contract-subject.js';
import { contractCapability, listenTo } from '../testing/proxy-subject.js';
import { transportKinds, transportSpec, type LocalKind } from '../testing/probe-worker.js';
import { transportFlags } from '../transport/create-transport.js';
import { serveWorkers } from '../transport/web-socket/serve-workers.js';
import { RemoteCapabilityProxy } from './remote-capability-proxy.js';

const built = await builtRunner('example', 'bare', 'dispatcher', 'probe', 'slow-import');

for (const kind of transportKinds) runCapabilityContract(subjectOf(kind));

function subjectOf(kind: LocalKind): ContractSubject {
  return {
    name: kind,
    seesBusyTools: transportFlags[kind].controlThread,
    async load(source, { config, adapters = [], observer = {} } = {}) {
      const proxy = new RemoteCapabilityProxy({
        instanceId: source.export,
        transport: transportSpec(kind, built),
        capability: moduleOf(kind, source),
        adapters: adapters.map(({ name, ...one }) => ({ name, ...moduleOf(kind, one) })),
      });
      listenTo(proxy, observer);
      await proxy.start(config);
      return contractCapability(proxy);
    },
  };
}

/** Listens on a separate port for each load. */
const remoteSubject: ContractSubject = {
  name: 'webSocket',
  seesBusyTools: transportFlags.webSocket.controlThread,
  async load(source, { config, adapters = [], observer = {} } = {}) {
    const token = new Secret(randomUUID());
    const listener = await serveWorkers({
      tokens: [token],
      workers: {
        one: {
          transport: { kind: 'process', runner: built.runner },
          capability: moduleOf('process', source),
          adapters: adapters.map(({ name, ...one }) => ({ name, ...moduleOf('process', one) })),
        },
      },
    });
    const url = `ws://127.0.0.1:${listener.port}/worker/one`;
    const proxy = new RemoteCapabilityProxy({ instanceId: 'far', transport: { kind: 'webSocket', url, token } });
    listenTo(proxy, observer);
    await proxy.start(config).catch(async (error: unknown) => {
      await listener.close();
      throw error;
    });
    return {
      ...contractCapability(proxy),
      close: async () => {
        await proxy.stop();
        await listener.close();
      },
    };
  },
};

runCapabilityContract(remoteSubject);

/** Returns the module: built for threads and processes, else the sources, as a module of its own for each load. */
function moduleOf(kind: LocalKind, { module, export: name }: ContractSource) {
  if (kind !== 'inProcess') return { module: built.module(basename(fileURLToPath(module), '.mjs')), export: name };
  const url = new URL(module);
  url.search = `?load=${performance.now()}`;
  return { module: url.href, export: name };
}
