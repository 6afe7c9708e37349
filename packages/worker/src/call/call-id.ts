import { randomUUID } from 'node:crypto';

const prefix = randomUUID().slice(0, 13);
let count = 0;

/** An id that no other call has, of this process or of another one. */
export function newCallId(): string {
  count += 1;
  return `${prefix}-${count.toString(36)}`;
}
