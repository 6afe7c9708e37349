import type { JsonObject, ToolError, ToolUser } from '@helve/core';
import { toDecisionRecord } from '@helve/govern';
import type { TrailReader } from '../port/trail-reader.js';

/** A no of the door that an operator wants to find again. */
export interface Refusal {
  readonly error: ToolError;
  /** Sender of the request, as far as known. */
  readonly user: ToolUser;
  readonly door: string;
  readonly requestId?: string | undefined;
  /** Facts about the refused request: a part of the API, a tool, the id of a key. Nothing secret. */
  readonly about: JsonObject;
}

/** Log of refusals. */
export interface RefusalLog {
  note(refusal: Refusal): void;
  /** Writes what was counted and not written yet. */
  flush(): void;
}

/** So long refusals of one kind are counted before they are written again. */
const windowMs = 60_000;
/** So many kinds have a record of their own within that time; a flood of made-up keys is one record. */
const maxKinds = 60;

interface Counted {
  readonly refusal: Refusal;
  /** Number of refusals since the last record. */
  count: number;
}

/**
 * Writes refusals into the trail: the first of a kind at once, those that follow within a minute as one record with their
 * number. So a flood of bad keys fills no disk, and none of it is silent.
 */
export function createRefusalLog(trail: TrailReader | undefined, tell: (thrown: unknown) => void): RefusalLog {
  const append = trail?.append?.bind(trail);
  if (append === undefined) return { note: () => undefined, flush: () => undefined };
  const kinds = new Map<string, Counted>();
  let timer: NodeJS.Timeout | undefined;

  const write = ({ error: refusal, user: by, door, requestId, about }: Refusal, count: number) => {
    const decision = {
      act: toAct(refusal),
      by,
      door,
      requestId,
      refusal,
      about: { ...about, count },
      atMs: Date.now(),
    };
    append(toDecisionRecord(decision)).catch(tell);
  };
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    for (const { refusal, count } of kinds.values()) if (count > 0) write({ ...refusal, requestId: undefined }, count);
    kinds.clear();
  };
  return {
    note(refusal) {
      timer ??= setTimeout(flush, windowMs).unref();
      const kind = toKind(refusal);
      const known = kinds.get(kind) ?? (kinds.size < maxKinds ? undefined : kinds.get(others));
      if (known !== undefined) known.count += 1;
      else if (kinds.size < maxKinds) {
        kinds.set(kind, { refusal, count: 0 });
        write(refusal, 1);
      } else kinds.set(others, { refusal: { ...refusal, about: { reason: 'many others' } }, count: 1 });
    },
    flush,
  };
}

const others = '';

function toKind({ error: { code }, user, about }: Refusal): string {
  return JSON.stringify([code, user, about]);
}

/** Names the act of the gateway as the trail does. */
function toAct({ code }: ToolError): string {
  return code === 'GATEWAY_USER_REFUSED' ? 'gateway.refuse-user' : 'gateway.refuse-access';
}
