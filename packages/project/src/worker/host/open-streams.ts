import { joinSignals } from '@helve/core';
import { randomUUID } from 'node:crypto';
import type { JobInfo, JobStatus } from '@helve/worker/host';

interface OpenStream {
  readonly info: Omit<JobInfo, 'ageMs'>;
  readonly beganAt: number;
  readonly stop: AbortController;
  readonly ended: Promise<JobStatus>;
}

/** Streams that are under way, so that they can be listed and cancelled as jobs are. */
export class OpenStreams {
  readonly #open = new Map<string, OpenStream>();

  list(): readonly JobInfo[] {
    const now = performance.now();
    return [...this.#open.values()].map(({ info, beganAt }) => ({ ...info, ageMs: now - beganAt }));
  }

  /** Runs a stream to its end under an id of its own; its signal fires also when somebody cancels it by that. */
  async run(
    { instanceId, target }: Pick<JobInfo, 'instanceId' | 'target'>,
    signal: AbortSignal,
    work: (callId: string, signal: AbortSignal) => Promise<number>,
  ): Promise<number> {
    const id = randomUUID();
    const stop = new AbortController();
    const joined = joinSignals(signal, stop.signal);
    const working = work(id, joined.signal);
    const ended = working.then(
      () => 'completed' as const,
      () => (stop.signal.aborted || signal.aborted ? ('cancelled' as const) : ('failed' as const)),
    );
    const info = { id, instanceId, target, status: 'running', blockReason: null } as const;
    this.#open.set(id, { info, beganAt: performance.now(), stop, ended });
    try {
      return await working;
    } finally {
      this.#open.delete(id);
      joined.release();
    }
  }

  /** Ends a stream and gives what became of it; undefined if there is none of this id. */
  cancel(id: string, reason: string): Promise<JobStatus> | undefined {
    const stream = this.#open.get(id);
    stream?.stop.abort(reason);
    return stream?.ended;
  }
}
