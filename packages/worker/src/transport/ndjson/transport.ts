import { GUARD_FLAG } from '../../control/guard-flag.js';
import { createChildTransport } from '../child/child-transport.js';
import type { Transport, TransportFlags } from '../transport.js';

/** A command in any language that speaks the frames as JSON lines. */
export interface NdjsonSpec {
  readonly kind: 'ndjson';
  readonly command: readonly [string, ...string[]];
  readonly cwd?: string;
  /** All that the worker sees of an environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** For a command that cannot watch the control channel: a small parent does, and ends both when the host is gone. */
  readonly guard?: boolean;
  /** The file of the runner, which also is the guard; this package's own unless told. */
  readonly runner?: string;
}

export const ndjsonFlags: TransportFlags = Object.freeze({
  ownEnv: 'yes',
  crashBoundary: true,
  forcedStop: true,
  controlThread: true,
});

/** Without its control channel a guarded worker hears of a cancel on the main channel alone. */
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
