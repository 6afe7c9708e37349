const sanePattern = /^[\w.:/+=-]{1,128}$/;

/** Returns the id that a client gave its request, if it can stand in a header and a log; else a new one. */
export function toRequestId(header: string | readonly string[] | undefined): string {
  return typeof header === 'string' && sanePattern.test(header) ? header : newRequestId();
}

const maxCount = 0xf_ff;
let atMs = 0;
let count = maxCount;
let head = '';
let tail = '';

/** Creates a UUID of version 7: such ids are in the order of time, so that the index of a trail only grows at its end. */
function newRequestId(): string {
  const nowMs = Date.now();
  if (nowMs !== atMs || count === maxCount) {
    const time = nowMs.toString(16).padStart(12, '0');
    head = `${time.slice(0, 8)}-${time.slice(8)}-7`;
    tail = crypto.randomUUID().slice(18);
    atMs = nowMs;
    count = -1;
  }
  count += 1;
  return head + count.toString(16).padStart(3, '0') + tail;
}
