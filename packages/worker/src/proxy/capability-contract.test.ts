import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LogLevel } from '../call/call-sink.js';
import { builtRunner } from '../testing/built-runner.js';
import { runCapabilityContract } from '../testing/capability-contract.js';
import type {
  ContractCapability,
  ContractObserver,
  ContractRequest,
  ContractSource,
  ContractSubject,
} from '../testing/contract-subject.js';
import { transportKinds, transportSpec } from '../testing/probe-worker.js';
import { transportFlags } from '../transport/create-transport.js';
import type { TransportKind } from '../transport/transport.js';
import { RemoteCapabilityProxy } from './remote-capability-proxy.js';
import type { RemoteRequest } from './remote-request.js';

const built = await builtRunner('example', 'bare', 'dispatcher', 'probe', 'slow-import');

for (const kind of transportKinds) runCapabilityContract(subjectOf(kind));

function subjectOf(kind: TransportKind): ContractSubject {
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
      listen(proxy, observer);
      await proxy.start(config);
      return loaded(proxy);
    },
  };
}

/** Another thread or process runs what was built; here the sources run, each load as a module of its own. */
function moduleOf(kind: TransportKind, { module, export: name }: ContractSource) {
  if (kind !== 'inProcess') return { module: built.module(basename(fileURLToPath(module), '.mjs')), export: name };
  const url = new URL(module);
  url.search = `?load=${performance.now()}`;
  return { module: url.href, export: name };
}

function listen(proxy: RemoteCapabilityProxy, observer: ContractObserver): void {
  proxy.observe({
    onProgress: ({ id, progress, message, phase }) =>
      observer.progress?.(id, { progress, message, ...(phase === undefined ? {} : { phase }) }),
    onUsage: ({ id, delta }) => observer.usage?.(id, delta),
    onAccount: ({ id, type, payload }) => observer.account?.(id, type, payload),
    onLog: ({ id, level, message }) => observer.log?.(id, { level: level as LogLevel, message }),
  });
}

function loaded(proxy: RemoteCapabilityProxy): ContractCapability {
  const toRequest = (request: ContractRequest) => request as RemoteRequest;
  return {
    capability: proxy,
    pid: () => proxy.pid,
    call: (request, envelope = {}) => proxy.call(toRequest(request), { envelope }).result,
    stream: (request, envelope = {}) => ({
      [Symbol.asyncIterator]: () => proxy.stream(toRequest(request), { envelope }),
    }),
    setEnabled: (enabled) => (enabled ? proxy.onEnable() : proxy.onDisable()),
    close: () => proxy.stop(),
  };
}
