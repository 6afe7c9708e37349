import type { Delivery, Dispatcher } from '@helve/flow/engine';
import { readOptions } from '../read-options.js';
import { BullQueue, type BullQueueOptions } from './bull-queue.js';
import { connectBull } from './connect-bull.js';
import { countProblems } from './count-problems.js';

export interface BullDispatcherOptions {
  /** Address of the server: `redis://`, `rediss://` or `postgres://`. */
  readonly url: string;
  /** Time after which a worker without a sign of life has lost its deliveries. Default: 15 s. */
  readonly lockMs?: number;
  /** Time between two looks for deliveries that were lost. Default: 5 s. */
  readonly checkMs?: number;
  /** Hears of trouble with the server, once in a while. */
  readonly tell?: (problem: string) => void;
}

/** Times between two looks at queues that were empty. */
const FIRST_LOOK_MS = 5;
const LAST_LOOK_MS = 200;

/**
 * Hands deliveries to the workers of all machines with BullMQ, on Redis or on Postgres. It carries ids and decides
 * nothing: what it loses, the journal hands out again.
 */
export async function openBullDispatcher(options: BullDispatcherOptions): Promise<Dispatcher> {
  readOptions(options, ['url', 'lockMs', 'checkMs', 'tell']);
  const { url, lockMs = 15_000, checkMs = 5_000, tell } = options;
  const problems = countProblems(tell);
  const bull = await connectBull(url, problems.note);
  const settings: BullQueueOptions = { bull, lockMs, checkMs, onError: problems.note };
  const queues = new Map<string, BullQueue>();
  const held = new Map<string, BullQueue>();
  const closing = new AbortController();

  const toQueue = (name: string): BullQueue => {
    const known = queues.get(name);
    if (known !== undefined) return known;
    const queue = new BullQueue(name, settings);
    queues.set(name, queue);
    return queue;
  };

  async function takeNext(names: readonly string[]): Promise<Delivery | undefined> {
    for (const name of names) {
      const queue = toQueue(name);
      const delivery = await queue.take();
      if (delivery === undefined) continue;
      held.set(toKey(delivery), queue);
      return delivery;
    }
    return undefined;
  }

  return Object.freeze({
    reach: 'all',
    async send(deliveries) {
      const byQueue = groupBy(deliveries, ({ queue }) => toQueue(queue));
      await Promise.all([...byQueue].map(([queue, all]) => queue.add(all)));
    },
    async next(names, signal) {
      for (let waitMs = FIRST_LOOK_MS; ; waitMs = Math.min(2 * waitMs, LAST_LOOK_MS)) {
        const delivery = closing.signal.aborted ? undefined : await takeNext(names);
        if (delivery !== undefined || signal === undefined || signal.aborted || closing.signal.aborted) return delivery;
        await pause(waitMs, [signal, closing.signal]);
      }
    },
    async extend(deliveries) {
      const byQueue = groupBy(deliveries, (delivery) => held.get(toKey(delivery)));
      const lost = await Promise.all([...byQueue].map(async ([queue, all]) => (await queue?.extend(all)) ?? []));
      return lost.flat();
    },
    async end(delivery) {
      const queue = held.get(toKey(delivery));
      held.delete(toKey(delivery));
      await queue?.end(delivery);
    },
    async close() {
      closing.abort();
      await Promise.all([...queues.values()].map((queue) => queue.close()));
      await bull.close();
      problems.close();
    },
  } satisfies Dispatcher);
}

function groupBy<Item, Key>(items: readonly Item[], toGroup: (item: Item) => Key): ReadonlyMap<Key, readonly Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const group = toGroup(item);
    const members = groups.get(group);
    if (members === undefined) groups.set(group, [item]);
    else members.push(item);
  }
  return groups;
}

function toKey({ job, unit, delivery }: Delivery): string {
  return `${job}~${unit}~${delivery}`;
}

/** Waits for a while, or until one of the signals aborts. */
function pause(ms: number, signals: readonly AbortSignal[]): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      for (const signal of signals) signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    for (const signal of signals) signal.addEventListener('abort', end);
  });
}
