import type { EventHub } from '../event/event-hub.js';
import type { EventSubscription } from '../event/event-subscription.js';
import type { JobStatus } from '../event/worker-event.js';
import type { Job } from './job.js';

/** What whoever submitted a job holds of it. */
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

  /** Why the job waits; null if it does not. */
  get blockReason(): string | null {
    return this.#job.blockReason;
  }

  /** The one answer. */
  get result(): Promise<unknown> {
    return this.#job.result;
  }

  /** What happens to the job, from its beginning or after one event, to its end. */
  events({ afterSeq = this.#firstSeq }: { readonly afterSeq?: number } = {}): EventSubscription {
    const subscription = this.#hub.subscribe({ jobId: this.#job.id, afterSeq });
    const { lastEvent } = this.#job;
    // The hub may have forgotten it; one that came through already has ended the subscription.
    if (lastEvent !== undefined && lastEvent.seq > afterSeq) subscription.push(lastEvent);
    else if (lastEvent !== undefined) subscription.close();
    return subscription;
  }

  /** Ends the job: at once if it waits, as soon as its worker does if it runs. What is over stays as it is. */
  cancel(reason = 'cancelled'): void {
    this.#cancel(reason);
  }
}
