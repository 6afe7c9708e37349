import { randomUUID } from 'node:crypto';
import type { Delivery } from '@helve/flow/engine';
import { BullPart } from './bull-part.js';
import type { BullConnection, BullJob, BullSender, BullTaker } from './connect-bull.js';

export interface BullQueueOptions {
  readonly bull: BullConnection;
  readonly lockMs: number;
  readonly checkMs: number;
  readonly onError: (error: unknown) => undefined;
}

/** Bytes of a message; ids are shorter. */
const SIZE_LIMIT = 1_024;
/** Never reached: the journal decides whether a unit has failed, BullMQ only hands it out again. */
const MAX_STALLS = 1_000_000;

const jobOptions = Object.freeze({
  attempts: 1,
  removeOnComplete: true,
  removeOnFail: true,
  sizeLimit: SIZE_LIMIT,
  // A delivery leaves no trace of its way.
  stackTraceLimit: 0,
});

/** One queue of deliveries as BullMQ has it. What its server refuses is told, and sent or taken again later. */
export class BullQueue {
  readonly #name: string;
  readonly #options: BullQueueOptions;
  readonly #sender: BullPart<BullSender>;
  readonly #taker: BullPart<BullTaker>;
  readonly #active = new Map<string, { readonly job: BullJob; readonly token: string }>();

  constructor(name: string, options: BullQueueOptions) {
    const { onError } = options;
    this.#name = name;
    this.#options = options;
    this.#sender = new BullPart(() => openSender(name, options), onError);
    this.#taker = new BullPart(() => openTaker(name, options), onError);
  }

  /** Adds deliveries; one that is there already stays as it is. */
  async add(deliveries: readonly Delivery[]): Promise<void> {
    const jobs = deliveries.map(({ job, unit, delivery }) => ({
      name: 'unit',
      data: { j: job, u: unit, d: delivery },
      opts: { ...jobOptions, jobId: toId({ job, unit, delivery }) },
    }));
    await this.#sender.use((sender) => sender.addBulk(jobs));
  }

  /** Takes the next delivery that is there. */
  async take(): Promise<Delivery | undefined> {
    const token = randomUUID();
    const job = await this.#taker.use((taker) => taker.getNextJob(token, { block: false }));
    if (job === undefined) return undefined;
    const { j, u, d } = job.data;
    this.#active.set(toId({ job: j, unit: u, delivery: d }), { job, token });
    return { job: j, unit: u, delivery: d, queue: this.#name };
  }

  /** Keeps deliveries for another while; returns those that others have by now. */
  async extend(deliveries: readonly Delivery[]): Promise<readonly Delivery[]> {
    const known = deliveries.flatMap((delivery) => {
      const id = toId(delivery);
      const active = this.#active.get(id);
      return active === undefined ? [] : [{ id, delivery, token: active.token }];
    });
    if (known.length === 0) return [];
    const [ids, tokens] = [known.map(({ id }) => id), known.map(({ token }) => token)];
    const lost = await this.#taker.use((taker) => taker.extendJobLocks(ids, tokens, this.#options.lockMs));
    return known.flatMap(({ id, delivery }) => (lost?.includes(id) === true ? [delivery] : []));
  }

  /** Forgets a delivery. One that others have by now stays theirs. */
  async end(delivery: Delivery): Promise<void> {
    const id = toId(delivery);
    const active = this.#active.get(id);
    this.#active.delete(id);
    await active?.job.moveToCompleted(undefined, active.token, false).catch(this.#options.onError);
  }

  /** Locks run out by themselves: units that are held go to others. */
  async close(): Promise<void> {
    await Promise.all([this.#taker.close(), this.#sender.close()]);
  }
}

function openSender(name: string, { bull, onError }: BullQueueOptions): BullSender {
  const sender = bull.openSender(toBullName(name));
  sender.on('error', onError);
  return sender;
}

function openTaker(name: string, { bull, lockMs, checkMs, onError }: BullQueueOptions): BullTaker {
  const taker = bull.openTaker(toBullName(name), {
    autorun: false,
    lockDuration: lockMs,
    stalledInterval: checkMs,
    maxStalledCount: MAX_STALLS,
    removeOnComplete: { count: 0 },
    removeOnFail: { count: 0 },
  });
  taker.on('error', onError);
  void taker.startStalledCheckTimer();
  return taker;
}

function toBullName(queue: string): string {
  return `helve-${queue}`;
}

/** The id of a delivery: it holds no colon, and is no number. */
function toId({ job, unit, delivery }: Omit<Delivery, 'queue'>): string {
  return `${job}~${unit}~${delivery}`;
}
