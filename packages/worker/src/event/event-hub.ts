import { systemClock, type TimerClock } from '@helve/core';
import { EventSubscription } from './event-subscription.js';
import {
  isTerminal,
  type EventIds,
  type WorkerEvent,
  type WorkerEventDraft,
  type WorkerEventType,
} from './worker-event.js';

const MAX_BUFFERED = 100;
const MAX_HISTORY = 1000;

/** Selects events; absent fields restrict nothing. */
export interface EventFilter extends EventIds {
  readonly types?: readonly WorkerEventType[];
  /** Includes remembered events after this one. */
  readonly afterSeq?: number;
}

/** Publishes events to subscribers and remembers some for later ones. */
export class EventHub {
  readonly #clock: TimerClock;
  readonly #subscribers = new Set<EventSubscription>();
  #history: WorkerEvent[] = [];
  #seq = 0;

  constructor(clock: TimerClock = systemClock) {
    this.#clock = clock;
  }

  /** Number of the last event. */
  get seq(): number {
    return this.#seq;
  }

  publish(draft: WorkerEventDraft): WorkerEvent {
    const event: WorkerEvent = Object.freeze({ ...draft, seq: ++this.#seq, atMs: this.#clock.wallMs() });
    this.#history.push(event);
    if (this.#history.length >= 2 * MAX_HISTORY) this.#history = this.#history.slice(-MAX_HISTORY);
    for (const subscriber of this.#subscribers) subscriber.push(event);
    return event;
  }

  /** Subscribes from now on. A subscription to one job ends after the job's last event. */
  subscribe(filter: EventFilter = {}): EventSubscription {
    const { jobId } = filter;
    const subscription: EventSubscription = new EventSubscription({
      maxBuffered: MAX_BUFFERED,
      wants: (event) => matches(event, filter),
      endsWith: (event) => jobId !== undefined && isTerminal(event),
      onClose: () => this.#subscribers.delete(subscription),
    });
    this.#subscribers.add(subscription);
    if (filter.afterSeq !== undefined) this.#replay(subscription, filter.afterSeq);
    return subscription;
  }

  /** Ends every subscription after its buffered events. */
  close(): void {
    for (const subscriber of this.#subscribers) subscriber.finish();
  }

  #replay(subscription: EventSubscription, afterSeq: number): void {
    const first = this.#history[0]?.seq ?? this.#seq + 1;
    if (first > afterSeq + 1) subscription.miss(first - afterSeq - 1);
    for (const event of this.#history) if (event.seq > afterSeq) subscription.push(event);
  }
}

const idFields = ['instanceId', 'jobId', 'callId', 'runId'] as const;

function matches(event: WorkerEvent, filter: EventFilter): boolean {
  if (filter.types !== undefined && !filter.types.includes(event.type)) return false;
  return idFields.every((field) => filter[field] === undefined || filter[field] === event[field]);
}
