import type { Dispatcher } from '../contract/dispatcher.js';
import type { Delivery } from '../contract/journal-table.js';

/** Hands deliveries to the workers of this process. Dead processes are noticed by the journal that they share. */
export function createLocalDispatcher(): Dispatcher {
  const waiting: Delivery[] = [];
  return {
    reach: 'process',
    async send(deliveries) {
      for (const delivery of deliveries) if (!waiting.some((one) => isSame(one, delivery))) waiting.push(delivery);
    },
    async next(queues) {
      const at = waiting.findIndex(({ queue }) => queues.includes(queue));
      return at === -1 ? undefined : waiting.splice(at, 1)[0];
    },
    async extend() {
      return [];
    },
    async end() {},
    async close() {
      waiting.length = 0;
    },
  };
}

function isSame(one: Delivery, other: Delivery): boolean {
  return one.job === other.job && one.unit === other.unit && one.delivery === other.delivery;
}
