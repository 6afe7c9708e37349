import { GUARD_FLAG } from '../../control/guard-flag.js';
import { createChildTransport } from '../child/child-transport.js';
import type { Transport, TransportFlags } from '../transport.js';

/** A command in any language that exchanges frames as JSON lines. */
export interface NdjsonSpec {
  readonly kind: 'ndjson';
  readonly command: readonly [string, ...string[]];
  readonly cwd?: string;
  /** The complete environment of the worker. */
  readonly env?: Readonly<Record<string, string>>;
  /** Starts a command that cannot watch the control channel under a parent that does, and ends both when the host is gone. */
  readonly guard?: boolean;
  /** The file of the runner, which is also the guard. Default: this package's own. */
  readonly runner?: string;
}

export const ndjsonFlags: TransportFlags = Object.freeze({
  ownEnv: 'yes',
  crashBoundary: true,
  forcedStop: true,
  controlThread: true,
});

/** A guarded worker has no control channel: cancels arrive over the main channel only. */
const guardedFlags: TransportFlags = Object.freeze({ ...ndjsonFlags, controlThread: false });

export function createNdjsonTransport(spec: NdjsonSpec, runner: () => string, maxFrameBytes: number): Transport {
  const guarded = spec.guard === true;
  const guard = guarded ? [process.execPath, runner(), GUARD_FLAG] : [];
  const [command = '', ...args] = [...guard, ...spec.command];
  return createChildTransport({
    kind: 'ndjson',
    flags: guarded ? guardedFlags : ndjsonFlags,
    command,
    args,
    cwd: spec.cwd,
    env: spec.env ?? {},
    maxFrameBytes,
  });
}
