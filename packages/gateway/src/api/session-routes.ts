import type { TurnEvent } from '@helve/agent';
import { joinSignals, isToolError, ownerOf, type ToolResponse } from '@helve/core';
import type { Context } from 'hono';
import { gatewayErrors } from '../gateway-errors.js';
import type { GatewaySettings } from '../gateway-settings.js';
import { answerJson } from '../http/answer-envelope.js';
import { answerEvents, wantsEvents } from '../http/event-stream.js';
import { answerRefusal, problemOf } from '../http/problem.js';
import { readJsonBody } from '../http/read-json-body.js';
import type { DoorEnv, Route } from '../http/route.js';
import type { RunningCalls } from '../http/running-calls.js';
import { answerOfApproval, toRefusal } from './answer-of-approval.js';

type Turn = (signal: AbortSignal) => Promise<AsyncIterable<TurnEvent> | undefined>;

/** Conversations; none of it is there without somebody to talk to. */
export function sessionRoutes(settings: GatewaySettings, calls: RunningCalls): readonly Route[] {
  const { chats, maxBodyBytes } = settings;
  if (chats === undefined) return [];
  const route = (
    method: Route['method'],
    path: string,
    answer: (context: Context<DoorEnv>) => Promise<Response>,
  ): Route => ({
    method,
    path,
    access: 'chat',
    answer: (context) => answer(context).catch(answerRefusal),
  });
  const bodyOf = (context: Context<DoorEnv>) => readJsonBody(context.req.raw, maxBodyBytes);
  return [
    route('GET', '/v1/sessions', async (context) =>
      answerJson(JSON.stringify({ sessions: await chats.list(context.get('user')) })),
    ),
    route('POST', '/v1/sessions', async (context) => {
      const { model, ...rest } = await bodyOf(context);
      if (hasMore(rest) || !(model === undefined || isText(model))) throw notExpected('{} or { "model": "NAME" }');
      const session = await chats.create(context.get('user'), model === undefined ? {} : { model });
      return answerJson(JSON.stringify(session), 201, { location: `/v1/sessions/${session.id}` });
    }),
    route('GET', '/v1/sessions/:id', async (context) => {
      const session = await chats.get(idOf(context), context.get('user'));
      if (session === undefined) throw notFound(context);
      return answerJson(JSON.stringify(session));
    }),
    route('DELETE', '/v1/sessions/:id', async (context) => {
      if (!(await chats.end(idOf(context), context.get('user')))) throw notFound(context);
      return new Response(null, { status: 204 });
    }),
    route('POST', '/v1/sessions/:id/messages', async (context) => {
      const { message, ...rest } = await bodyOf(context);
      if (hasMore(rest) || !isText(message)) throw notExpected('{ "message": "TEXT" }');
      const turn: Turn = (signal) => chats.say(idOf(context), context.get('user'), message, signal);
      return answerTurn(context, turn, settings, calls);
    }),
    route('POST', '/v1/sessions/:id/answers', async (context) => {
      const { approval, ...rest } = await bodyOf(context);
      if (hasMore(rest) || !isText(approval)) throw notExpected('{ "approval": "ID" }');
      const user = context.get('user');
      const turn: Turn = async (signal) =>
        chats.answer(idOf(context), user, approval, await outcomeOf(context, approval, settings, signal), signal);
      return answerTurn(context, turn, settings, calls);
    }),
  ];
}

/** What a call that waited came to, once somebody has decided. */
async function outcomeOf(
  context: Context<DoorEnv>,
  id: string,
  { approvals, tell }: GatewaySettings,
  signal: AbortSignal,
): Promise<ToolResponse> {
  const approval = await approvals?.get(id);
  if (approvals === undefined || approval?.owner !== ownerOf(context.get('user')))
    throw gatewayErrors.create('GATEWAY_APPROVAL_NOT_FOUND', { id });
  const requestId = context.get('requestId');
  const { method, path } = context.req;
  const report = (thrown: unknown) => tell(thrown, { requestId, method, path, toolId: approval.toolId });
  return answerOfApproval(approvals, approval, { requestId, signal, report }).catch((thrown: unknown) => {
    const isDecided = approval.state === 'rejected' || approval.state === 'expired';
    if (isDecided && isToolError(thrown)) return toRefusal(approval, thrown, requestId);
    throw thrown;
  });
}

/** Everything that happens in a turn: as it happens, or as one list at its end. */
async function answerTurn(
  context: Context<DoorEnv>,
  turn: Turn,
  { tell }: GatewaySettings,
  calls: RunningCalls,
): Promise<Response> {
  const { raw, method, path } = context.req;
  const requestId = context.get('requestId');
  if (!wantsEvents(raw)) {
    const events: TurnEvent[] = [];
    await calls.run(raw.signal, context.get('user'), async (signal) => {
      for await (const event of (await turn(signal)) ?? missing(context)) events.push(event);
    });
    return answerJson(JSON.stringify({ events }));
  }
  return answerEvents(
    async ({ send }, gone) => {
      const hangUp = joinSignals(raw.signal, gone);
      const running = calls.run(hangUp.signal, context.get('user'), async (signal) => {
        for await (const event of (await turn(signal)) ?? missing(context)) await send(event.type, event);
      });
      return running.finally(() => hangUp.release());
    },
    (thrown) => problemOf(thrown, requestId, (failure) => tell(failure, { requestId, method, path })),
  );
}

function idOf({ req }: Context<DoorEnv>): string {
  return req.param('id') ?? '';
}

function missing(context: Context<DoorEnv>): never {
  throw notFound(context);
}

function notFound(context: Context<DoorEnv>): Error {
  return gatewayErrors.create('GATEWAY_SESSION_NOT_FOUND', { id: idOf(context) });
}

function notExpected(expected: string): Error {
  return gatewayErrors.create('GATEWAY_BODY_NOT_EXPECTED', { expected });
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function hasMore(rest: object): boolean {
  return Object.keys(rest).length > 0;
}
