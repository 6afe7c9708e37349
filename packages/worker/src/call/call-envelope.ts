import { randomUUID } from 'node:crypto';
import { isPlainObject, type Json, type JsonObject } from '@helve/core';

/** Who asks and why: rides beside the arguments of a call, never among them. */
export interface CallEnvelope {
  readonly callId: string;
  readonly jobId?: string;
  readonly runId?: string;
  readonly compositionId?: string;
  readonly nodeId?: string;
  readonly actor?: Json;
  readonly attempt: number;
  readonly idempotencyKey?: string;
  readonly trace?: JsonObject;
  /** Flags such as `force` and `bypassCache`. */
  readonly control: Readonly<Record<string, unknown>>;
}

/** What a caller may say of an envelope; what it leaves out or sets to null is filled in or dropped. */
export type EnvelopeSource = { readonly [K in keyof CallEnvelope]?: CallEnvelope[K] | null | undefined };

/** A whole envelope: with an id, the first attempt unless told, and without empty fields. */
export function toCallEnvelope(source: EnvelopeSource = {}): CallEnvelope {
  const said = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== null && value !== undefined));
  const { callId = randomUUID(), attempt = 1, control = {}, ...rest } = said as Partial<CallEnvelope>;
  return Object.freeze({ callId, attempt, control: Object.freeze(isPlainObject(control) ? control : {}), ...rest });
}
