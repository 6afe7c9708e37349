import type { ToolResponse } from '@helve/core';
import type { ProviderCall, Transport, TransportEvent } from '../contract/transport.js';

/** Collects the events of the next step, up to its end. */
export async function nextStep(transport: Transport): Promise<readonly TransportEvent[]> {
  const events: TransportEvent[] = [];
  for await (const event of transport.events()) {
    events.push(event);
    if (event.type === 'step_end') break;
  }
  return events;
}

/** Returns the calls among events. */
export function callsIn(events: readonly TransportEvent[]): readonly ProviderCall[] {
  return events.flatMap((event) => (event.type === 'call' ? [event.call] : []));
}

/** Joins the texts among events. */
export function textIn(events: readonly TransportEvent[]): string {
  return events.map((event) => (event.type === 'text' ? event.text : '')).join('');
}

/** Returns the reason for which a step ended. */
export function endIn(events: readonly TransportEvent[]): string | undefined {
  return events.flatMap((event) => (event.type === 'step_end' ? [event.reason] : [])).at(-1);
}

/** Creates a successful response. */
export function success(data: unknown): ToolResponse {
  return { ok: true, data, intents: [], meta };
}

/** Creates a failed response. */
export function failure(type: 'NOT_FOUND' | 'VALIDATION', message: string): ToolResponse {
  return { ok: false, error: { type, message, retryable: false, partialSideEffects: false }, intents: [], meta };
}

const meta = {
  toolId: 'get_weather',
  toolVersion: '1',
  registryVersion: 'r1',
  requestId: 'q1',
  duration: 1,
  responseSchemaVersion: '1.0.0',
} as const;
