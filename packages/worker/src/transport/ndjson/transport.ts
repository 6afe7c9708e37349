import { createChildTransport } from '../child/child-transport.js';
import type { Transport, TransportFlags } from '../transport.js';

/** A command in any language that speaks the frames as JSON lines. */
export interface NdjsonSpec {
  readonly kind: 'ndjson';
  readonly command: readonly [string, ...string[]];
  readonly cwd?: string;
  /** All that the worker sees of an environment. */
  readonly env?: Readonly<Record<string, string>>;
}

export const ndjsonFlags: TransportFlags = Object.freeze({
  ownEnv: 'yes',
  crashBoundary: true,
  forcedStop: true,
  controlThread: true,
});

export function createNdjsonTransport(spec: NdjsonSpec, maxFrameBytes: number): Transport {
  const [command, ...args] = spec.command;
  return createChildTransport({
    kind: 'ndjson',
    flags: ndjsonFlags,
    command,
    args,
    cwd: spec.cwd,
    env: spec.env ?? {},
    maxFrameBytes,
  });
}
