let prefix: string | undefined;
let count = 0;

/** An id no other call has: random for the process, counted within it. */
export function nextRequestId(): string {
  prefix ??= crypto.randomUUID().slice(0, 18);
  count += 1;
  return `${prefix}-${count}`;
}
