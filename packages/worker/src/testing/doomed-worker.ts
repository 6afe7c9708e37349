import { Secret } from '@helve/core';
import type { OutputLine } from '../transport/transport.js';
import type { TransportSpec } from '../transport/create-transport.js';
import { RemoteCapabilityProxy } from '../proxy/remote-capability-proxy.js';

/** Moments at which a worker, or its host, is killed. */
export const situations = Object.freeze(['importing', 'initializing', 'calling', 'streaming', 'unloading'] as const);
export type Situation = (typeof situations)[number];

/** How the worker of a language is started; of a remote one, the URL of its machine. */
export type DoomedSubject =
  | { readonly language: 'node'; readonly runner: string; readonly module: string }
  | { readonly language: 'python'; readonly command: readonly [string, ...string[]]; readonly module: string }
  | { readonly language: 'remote'; readonly url: string; readonly token: string };

/** Returns a worker that gets into a situation when it is driven there. */
export function doomedWorker(
  subject: DoomedSubject,
  situation: Situation,
  onOutput: (line: OutputLine) => void,
): RemoteCapabilityProxy {
  const proxy = new RemoteCapabilityProxy({
    instanceId: `doomed while ${situation}`,
    transport: toTransport(subject, situation),
    ...(subject.language !== 'remote' && { capability: { module: subject.module } }),
    graceMs: 60_000,
  });
  proxy.observe({ onOutput });
  return proxy;
}

/** Brings a worker into its situation; settles when it, or the host, is killed. */
export async function drive(proxy: RemoteCapabilityProxy, situation: Situation): Promise<void> {
  await proxy.start();
  if (situation === 'calling') await proxy.dispatchToAction('calling');
  if (situation === 'streaming') for await (const _ of proxy.streamAction('streaming'));
  if (situation === 'unloading') await proxy.stop();
}

/** The environment in which a worker finds its situation. */
export function doomedEnv(situation: Situation): Readonly<Record<string, string>> {
  return { PATH: process.env['PATH'] ?? '', SITUATION: situation };
}

function toTransport(subject: DoomedSubject, situation: Situation): TransportSpec {
  const env = doomedEnv(situation);
  switch (subject.language) {
    case 'node':
      return { kind: 'process', runner: subject.runner, env };
    case 'python':
      return { kind: 'ndjson', command: subject.command, env };
    case 'remote':
      return { kind: 'webSocket', url: `${subject.url}/worker/${situation}`, token: new Secret(subject.token) };
  }
}
