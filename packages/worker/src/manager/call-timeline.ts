import type { Json } from '@helve/core';
import type { Usage } from '../call/call-sink.js';
import type { EventIds } from '../event/worker-event.js';
import type { AttemptListener } from '../supervisor/supervised-call.js';
import { UsageLedger } from '../supervisor/usage-ledger.js';
import type { AccountParams, ProgressParams } from '../wire/frame.js';
import type { CapabilityCallOptions } from './capability-request.js';
import type { CapabilityInstance } from './capability-instance.js';
import { journalThenPublish, type Host } from './host.js';

/** Publishes the events of one call while it runs: progress, attempts, accounts, usage. */
export class CallTimeline implements AttemptListener {
  readonly callId: string;
  readonly #host: Host;
  readonly #instance: CapabilityInstance;
  readonly #options: CapabilityCallOptions;
  readonly #began: number;
  readonly #spent = new UsageLedger();
  #attempts = 0;

  constructor(host: Host, instance: CapabilityInstance, options: CapabilityCallOptions, callId: string) {
    this.#host = host;
    this.#instance = instance;
    this.#options = options;
    this.callId = callId;
    this.#began = host.clock.now();
  }

  get usage(): Usage {
    return this.#spent.totals();
  }

  get jobId(): string | undefined {
    return this.#options.jobId ?? undefined;
  }

  get envelope() {
    const { jobId, runId, compositionId, nodeId, actor, attempt, idempotencyKey, trace, control } = this.#options;
    const { callId } = this;
    return { callId, jobId, runId, compositionId, nodeId, actor, attempt, idempotencyKey, trace, control };
  }

  onAttempt(attempt: number): void {
    this.#attempts = attempt;
    this.#instance.calls.set(this.callId, this);
  }

  onRetry(attempt: number, because: Error): void {
    const code: unknown = 'code' in because ? because.code : because.name;
    this.#host.hub.publish({ type: 'retry_started', ...this.#ids(), attempt, because: String(code) });
  }

  onUsage(usage: Usage): void {
    this.#spent.add(usage);
    this.#instance.ledger.add(usage);
  }

  onProgress({ progress, message: text }: ProgressParams): void {
    const message = this.#host.redactor.redactText(text);
    this.#host.hub.publish({ type: 'progress_changed', ...this.#ids(), progress, message });
    this.#options.onProgress?.({ progress, message });
  }

  /** Journals a fact that the worker reports; a worker never writes to a store itself. */
  onAccount({ type, payload }: AccountParams): void {
    const facts = { type, payload: payload as Json, workerReported: true };
    const ids = { capability: this.#instance.name, ...this.#ids() };
    void journalThenPublish(this.#host, 'account', withoutMissing(ids), facts);
  }

  end(): void {
    this.#instance.calls.delete(this.callId);
    this.#options.onEnd?.({
      callId: this.callId,
      attempts: this.#attempts,
      usage: this.usage,
      durationMs: this.#host.clock.now() - this.#began,
    });
  }

  #ids(): EventIds {
    const { jobId, runId } = this.#options;
    return withoutMissing({ instanceId: this.#instance.id, callId: this.callId, jobId, runId });
  }
}

function withoutMissing<T extends object>(record: T): { [K in keyof T]: NonNullable<T[K]> } {
  const entries = Object.entries(record).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(entries) as { [K in keyof T]: NonNullable<T[K]> };
}
