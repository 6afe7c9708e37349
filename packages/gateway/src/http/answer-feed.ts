import { joinSignals, ownerOf } from '@helve/core';
import type { Context } from 'hono';
import { gatewayErrors } from '../gateway-errors.js';
import type { GatewaySettings } from '../gateway-settings.js';
import { answerEvents, type EventSink } from './event-stream.js';
import { problemOf } from './problem.js';
import type { DoorEnv } from './route.js';
import type { RunningCalls } from './running-calls.js';

/** Each keeps a connection open for as long as its reader likes. */
const maxFeeds = 200;
/** So that no caller keeps all of them. */
const maxFeedsOfOwner = 40;

/** The feeds that are open at one door. */
interface OpenFeeds {
  count: number;
  readonly byOwner: Map<string, number>;
}

const open = new WeakMap<RunningCalls, OpenFeeds>();

/**
 * An answer that tells what happens until its reader leaves or the gateway closes. `after` is the last event that the
 * reader has seen, by `Last-Event-ID`.
 */
export function answerFeed(
  context: Context<DoorEnv>,
  { tell }: GatewaySettings,
  calls: RunningCalls,
  produce: (sink: EventSink, signal: AbortSignal, after: number | undefined) => Promise<void>,
): Response {
  const { raw, method, path } = context.req;
  const requestId = context.get('requestId');
  const after = readLastEventId(raw);
  const feeds = feedsOf(calls);
  const owner = ownerOf(context.get('user'));
  begin(feeds, owner);
  return answerEvents(
    async (sink, gone) => {
      const { signal, release } = joinSignals(raw.signal, gone, calls.closing);
      try {
        await produce(sink, signal, after);
      } finally {
        release();
        count(feeds, owner, -1);
      }
    },
    (thrown) => problemOf(thrown, requestId, (failure) => tell(failure, { requestId, method, path })),
  );
}

function begin(feeds: OpenFeeds, owner: string): void {
  const own = feeds.byOwner.get(owner) ?? 0;
  if (feeds.count >= maxFeeds || own >= maxFeedsOfOwner) {
    const running = own >= maxFeedsOfOwner ? own : feeds.count;
    throw gatewayErrors.create('GATEWAY_BUSY', { running }, { retryAfterMs: 5_000 });
  }
  count(feeds, owner, 1);
}

function count(feeds: OpenFeeds, owner: string, by: 1 | -1): void {
  const own = (feeds.byOwner.get(owner) ?? 0) + by;
  feeds.count += by;
  if (own === 0) feeds.byOwner.delete(owner);
  else feeds.byOwner.set(owner, own);
}

function feedsOf(calls: RunningCalls): OpenFeeds {
  let feeds = open.get(calls);
  if (feeds === undefined) open.set(calls, (feeds = { count: 0, byOwner: new Map() }));
  return feeds;
}

function readLastEventId({ headers }: Request): number | undefined {
  const text = headers.get('last-event-id');
  if (text === null) return undefined;
  if (/^\d{1,15}$/.test(text)) return Number(text);
  const problem = 'it is not the number of an event';
  throw gatewayErrors.create('GATEWAY_HEADER_INVALID', { header: 'last-event-id', problem });
}
