import type { LogLevel } from '../call/call-sink.js';
import type { RemoteCapabilityProxy } from '../proxy/remote-capability-proxy.js';
import type { RemoteRequest } from '../proxy/remote-request.js';
import type { ContractCapability, ContractObserver, ContractRequest } from './contract-subject.js';

/** Forwards the events of a proxy to an observer of the contract. */
export function listenTo(proxy: RemoteCapabilityProxy, observer: ContractObserver): void {
  proxy.observe({
    onProgress: ({ id, progress, message, phase }) =>
      observer.progress?.(id, { progress, message, ...(phase === undefined ? {} : { phase }) }),
    onUsage: ({ id, delta }) => observer.usage?.(id, delta),
    onAccount: ({ id, type, payload }) => observer.account?.(id, type, payload),
    onLog: ({ id, level, message }) => observer.log?.(id, { level: level as LogLevel, message }),
  });
}

/** Adapts a proxy to the contract. */
export function contractCapability(proxy: RemoteCapabilityProxy): ContractCapability {
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
