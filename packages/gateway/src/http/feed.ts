import { joinSignals } from '@helve/core';
import { gatewayErrors } from '../gateway-errors.js';
import type { GatewaySettings } from '../gateway-settings.js';
import { toEventStream, type EventSink } from './event-stream.js';
import { readHeader, type Inbound } from './inbound.js';
import type { Outbound } from './outbound.js';
import { toClientProblem } from './problem.js';
import type { RequestContext } from './route.js';
import type { RunningCalls } from './running-calls.js';

/** Writes events until its signal aborts; `after` is the last event that the reader has, by `Last-Event-ID`. */
export type FeedProducer = (sink: EventSink, signal: AbortSignal, after: number | undefined) => Promise<void>;

/** Creates a response that reports events until its reader leaves or the gateway closes. */
export function toFeed(
  { request, user }: RequestContext,
  { report }: GatewaySettings,
  calls: RunningCalls,
  produce: FeedProducer,
): Outbound {
  const { requestId, method, path } = request;
  const after = readLastEventId(request);
  const close = calls.openFeed(user);
  return toEventStream(
    async (sink, gone) => {
      const { signal, release } = joinSignals(request.signal, gone, calls.closing);
      try {
        await produce(sink, signal, after);
      } finally {
        release();
        close();
      }
    },
    (thrown) => toClientProblem(thrown, requestId, (failure) => report(failure, { requestId, method, path })),
  );
}

function readLastEventId(request: Inbound): number | undefined {
  const text = readHeader(request, 'last-event-id');
  if (text === undefined) return undefined;
  if (/^\d{1,15}$/.test(text)) return Number(text);
  const problem = 'it is not the number of an event';
  throw gatewayErrors.create('GATEWAY_HEADER_INVALID', { header: 'last-event-id', problem });
}
