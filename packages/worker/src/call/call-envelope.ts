import { isPlainObject, type Json, type JsonObject } from '@helve/core';
import { newCallId } from './call-id.js';

/** Metadata of a call, sent beside its arguments. */
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

/** Envelope fields that a caller may set; missing and null ones are filled in or dropped. */
export type EnvelopeSource = { readonly [K in keyof CallEnvelope]?: CallEnvelope[K] | null | undefined };

/** The control flags of an ordinary call. */
export const noControl: CallEnvelope['control'] = Object.freeze({});

/** Completes an envelope: with an id, attempt 1 by default, and without empty fields. */
export function toCallEnvelope(source: EnvelopeSource = {}): CallEnvelope {
  const { callId, attempt, control } = source;
  const envelope: Record<string, unknown> & CallEnvelope = {
    callId: callId ?? newCallId(),
    attempt: attempt ?? 1,
    control: isPlainObject(control) ? Object.freeze(control) : noControl,
  };
  for (const key in source) {
    const value = source[key as keyof EnvelopeSource];
    if (value !== null && value !== undefined && !Object.hasOwn(envelope, key)) envelope[key] = value;
  }
  return Object.freeze(envelope);
}
