import { createChildTransport } from '../child/child-transport.js';
import type { Transport, TransportFlags } from '../transport.js';

/** A Node process with the runner of this package. */
export interface ProcessSpec {
  readonly kind: 'process';
  /** Another Node binary than the host's. */
  readonly execPath?: string;
  readonly execArgv?: readonly string[];
  readonly cwd?: string;
  /** The complete environment of the worker. */
  readonly env?: Readonly<Record<string, string>>;
  /** The file of the runner. Default: this package's own. */
  readonly runner?: string;
}

export const processFlags: TransportFlags = Object.freeze({
  ownEnv: 'yes',
  crashBoundary: true,
  forcedStop: true,
  controlThread: true,
});

export function createProcessTransport(spec: ProcessSpec, runner: string, maxFrameBytes: number): Transport {
  return createChildTransport({
    kind: 'process',
    flags: processFlags,
    command: spec.execPath ?? process.execPath,
    args: [...(spec.execArgv ?? []), runner],
    cwd: spec.cwd,
    env: spec.env ?? {},
    maxFrameBytes,
  });
}
