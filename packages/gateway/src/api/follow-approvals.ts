import { sleep } from '@helve/core';
import type { Approval, Approvals, WaitingFilter } from '../port/approvals.js';

const everyMs = 1_000;

/** Yields the pending approvals, now and whenever they change, in this process or another; until the signal aborts. */
export async function* followApprovals(
  approvals: Approvals,
  filter: WaitingFilter,
  signal: AbortSignal,
): AsyncGenerator<readonly Approval[], void, undefined> {
  let sentIds: string | undefined;
  while (!signal.aborted) {
    const waiting = await approvals.list(filter);
    const ids = waiting.map(({ id }) => id).join(' ');
    if (ids !== sentIds) yield waiting;
    sentIds = ids;
    // Somebody who leaves meanwhile ends the wait, and with it the feed.
    await sleep(everyMs, signal).catch(() => undefined);
  }
}
