import type { EventHub } from '../event/event-hub.js';
import type { EventSubscription } from '../event/event-subscription.js';
import type { JobStatus } from '../event/worker-event.js';
import type { Job } from './job.js';

/** The submitter's handle of a job. */
export class JobHandle {
  readonly #job: Job;
  readonly #hub: EventHub;
  readonly #firstSeq: number;
  readonly #cancel: (reason: string) => void;

  constructor(job: Job, hub: EventHub, firstSeq: number, cancel: (reason: string) => void) {
    this.#job = job;
    this.#hub = hub;
    this.#firstSeq = firstSeq;
    this.#cancel = cancel;
  }

  get id(): string {
    return this.#job.id;
  }

  get status(): JobStatus {
    return this.#job.status;
  }

  /** Reason why the job waits; null when it does not. */
  get blockReason(): string | null {
    return this.#job.blockReason;
  }

  /** The one answer. */
  get result(): Promise<unknown> {
    return this.#job.result;
  }

  /** Subscribes to the job's events, from its beginning or after `afterSeq`, to its end. */
  events({ afterSeq = this.#firstSeq }: { readonly afterSeq?: number } = {}): EventSubscription {
    const subscription = this.#hub.subscribe({ jobId: this.#job.id, afterSeq });
    const { lastEvent } = this.#job;
    // The hub may have forgotten it; a job whose last event was delivered has ended the subscription.
    if (lastEvent !== undefined && lastEvent.seq > afterSeq) subscription.push(lastEvent);
    else if (lastEvent !== undefined) subscription.close();
    return subscription;
  }

  /** Cancels the job: a waiting one ends at once, a running one with its call. Has no effect on a finished one. */
  cancel(reason = 'cancelled'): void {
    this.#cancel(reason);
  }
}
