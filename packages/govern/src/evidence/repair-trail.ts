import type { CallClosing, CallRecord, StoredCallRecord, TrailStore } from '@helve/core';
import type { IdempotentResults } from '../port/idempotency-store.js';

export interface RepairOptions {
  readonly trail: Pick<TrailStore, 'append' | 'list'>;
  readonly answers: IdempotentResults;
  readonly now?: () => number;
}

/** The outcome for intents without a result. */
export interface RepairReport {
  /** Intents whose result was found and is in the trail now. */
  readonly repaired: readonly StoredCallRecord[];
  /** Intents whose outcome nobody knows. */
  readonly unknown: readonly StoredCallRecord[];
}

/** A call that began within the last minute may still run. */
const SETTLED_MS = 60_000;
const PAGE = 500;

/**
 * Closes intents whose answer was stored under an idempotency key; that key is completed only after the tool has run.
 */
export async function repairTrail({ trail, answers, now = Date.now }: RepairOptions): Promise<RepairReport> {
  const repaired: StoredCallRecord[] = [];
  const unknown: StoredCallRecord[] = [];
  for await (const intent of openIntents(trail)) {
    if (intent.running === true) continue;
    const isOver = Date.parse(intent.startedAt) < now() - SETTLED_MS;
    const key = isOver ? intent.idempotency : undefined;
    if (key === undefined || (await answers.find(key, now())) === undefined) unknown.push(intent);
    else {
      await trail.append(toResult(intent));
      repaired.push(intent);
    }
  }
  return { repaired, unknown };
}

async function* openIntents(trail: RepairOptions['trail']): AsyncGenerator<StoredCallRecord, void, undefined> {
  let beforeSeq: number | undefined;
  for (;;) {
    const before = beforeSeq === undefined ? {} : { beforeSeq };
    const page = await trail.list({ outcome: 'unknown', limit: PAGE, ...before });
    yield* page;
    beforeSeq = page.at(-1)?.seq;
    if (page.length < PAGE) return;
  }
}

/** Creates the result of an intent. The answer was stored unredacted, so it stays where it is. */
function toResult(stored: StoredCallRecord): CallRecord {
  const intent = toPlain(stored);
  return {
    ...intent,
    outcome: { kind: 'success' },
    redacted: [...intent.redacted, '/output'],
    repaired: true,
  };
}

/** A person's finding about a call of unknown outcome. */
export interface IntentClosing extends CallClosing {
  /** True when the tool has done what it was called for. */
  readonly done: boolean;
}

/** Creates the record that closes an intent with a person's finding. */
export function closeIntent(stored: StoredCallRecord, { done, by, at, reason }: IntentClosing): CallRecord {
  return {
    ...toPlain(stored),
    ...(done
      ? { outcome: { kind: 'success' } }
      : { outcome: { kind: 'failed' }, error: { type: 'INTERNAL', message: `It was not done: ${reason}` } }),
    closed: { by, at, reason },
  };
}

/** Copies a record without the fields of intents. */
function toPlain(stored: StoredCallRecord): CallRecord {
  const {
    seq: _,
    hash: __,
    previousHash: ___,
    running: ____,
    writtenBy: _____,
    deadlineAt: ______,
    ...record
  } = stored;
  return record;
}
