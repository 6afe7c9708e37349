import { randomUUID } from 'node:crypto';

const prefix = randomUUID().slice(0, 13);
let count = 0;

/** Creates an id that is unique across processes. */
export function newCallId(): string {
  count += 1;
  return `${prefix}-${count.toString(36)}`;
}
