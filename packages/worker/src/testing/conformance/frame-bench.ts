import { expect, vi } from 'vitest';
import type { WorkerSpec } from '../../proxy/worker-spec.js';
import { createTransport } from '../../transport/create-transport.js';
import type { Transport, WorkerExit } from '../../transport/transport.js';
import { hostFrame, PROTOCOL, type HostFrame, type WorkerFrame } from '../../wire/frame.js';
import { defaultLimits } from '../../wire/limits.js';
import type { FrameStep } from './conformance-case.js';
import { withMembers } from './expect-members.js';

const soon = { timeout: 10_000, interval: 5 };

/** A worker on the wire itself, without a proxy. */
export class FrameBench {
  readonly #spec: WorkerSpec;
  readonly #transport: Transport;
  readonly #received: WorkerFrame[] = [];
  #seen = 0;
  #exit: WorkerExit | undefined;

  constructor(spec: WorkerSpec) {
    this.#spec = spec;
    this.#transport = createTransport(spec.transport, defaultLimits);
    this.#transport.start({
      onFrame: (frame, channel) => void (channel === 'main' && this.#received.push(frame)),
      onExit: (exit) => void (this.#exit = exit),
    });
  }

  async run(frames: readonly FrameStep[]): Promise<void> {
    for (const step of frames) {
      if ('gets' in step) this.#seen = await vi.waitFor(() => find(this.#received, this.#seen, step.gets), soon);
      else if ('exits' in step) await vi.waitFor(() => expectExit(this.#exit, step.exits), soon);
      else this.#transport.send(toFrame(step, this.#spec));
    }
  }

  async close(): Promise<void> {
    await this.#transport.terminate(0);
  }
}

function expectExit(exit: WorkerExit | undefined, wanted: object): void {
  expect(exit).toEqual(withMembers(wanted));
}

/** Returns the place behind the first frame from there on that has these members. */
function find(received: readonly WorkerFrame[], from: number, wanted: object): number {
  const pattern = withMembers(wanted) as { asymmetricMatch(value: unknown): boolean };
  const at = received.findIndex((frame, index) => index >= from && pattern.asymmetricMatch(frame));
  if (at < 0) expect(received.slice(from)).toContainEqual(pattern);
  return at + 1;
}

function toFrame(
  step: Exclude<FrameStep, { readonly gets: object } | { readonly exits: object }>,
  { capability }: WorkerSpec,
): HostFrame {
  // Frames that no host sends are the point.
  if ('sends' in step) return { jsonrpc: '2.0', ...step.sends } as unknown as HostFrame;
  return hostFrame('boot', {
    protocol: PROTOCOL,
    session: 'conformance',
    instanceId: 'conformance',
    adapters: [],
    limits: defaultLimits,
    logLevel: 'info',
    ...(capability && { capability }),
    ...step.boots,
  });
}
