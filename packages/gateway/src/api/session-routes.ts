import { pickUiAnswers, readUiMessages, toUiMessageStream, type TurnEvent } from '@helve/agent';
import { joinSignals } from '@helve/core';
import { gatewayErrors } from '../gateway-errors.js';
import type { GatewaySettings } from '../gateway-settings.js';
import { toEventStream, wantsEvents } from '../http/event-stream.js';
import { toJsonOutbound, type Outbound } from '../http/outbound.js';
import { toClientProblem, toPortProblem } from '../http/problem.js';
import { defineRoute, type BodyKind, type RequestContext, type Route } from '../http/route.js';
import type { RunningCalls } from '../http/running-calls.js';
import { readAnswer } from './read-answer.js';
import { settleApproval } from './settle-approval.js';

type Turn = (signal: AbortSignal) => Promise<AsyncIterable<TurnEvent> | undefined>;

/** Routes for conversations; none where the host offers no chats. */
export function sessionRoutes(settings: GatewaySettings, calls: RunningCalls): readonly Route[] {
  const { chats } = settings;
  if (chats === undefined) return [];
  const route = <Kind extends BodyKind>({ answer, ...row }: Omit<Route<Kind>, 'access'>): Route =>
    defineRoute<Kind>({
      ...row,
      access: 'chat',
      answer: async (context) => {
        try {
          return await answer(context);
        } catch (thrown) {
          return toPortProblem(thrown);
        }
      },
    });
  return [
    route({
      method: 'GET',
      path: '/v1/sessions',
      answer: async ({ user }) => toJsonOutbound(JSON.stringify({ sessions: await chats.list(user) })),
    }),
    route({
      method: 'POST',
      path: '/v1/sessions',
      body: 'object',
      answer: async ({ user, body: { model, ...rest } }) => {
        if (hasMore(rest) || !(model === undefined || isText(model))) throw notExpected('{} or { "model": "NAME" }');
        const session = await chats.create(user, model === undefined ? {} : { model });
        return toJsonOutbound(JSON.stringify(session), 201, { location: `/v1/sessions/${session.id}` });
      },
    }),
    route({
      method: 'GET',
      path: '/v1/sessions/:id',
      answer: async (context) => {
        const session = await chats.get(readId(context), context.user);
        if (session === undefined) throw notFound(context);
        return toJsonOutbound(JSON.stringify(session));
      },
    }),
    route({
      method: 'DELETE',
      path: '/v1/sessions/:id',
      answer: async (context) => {
        if (!(await chats.end(readId(context), context.user))) throw notFound(context);
        return { status: 204, headers: {}, body: null };
      },
    }),
    route({
      method: 'POST',
      path: '/v1/sessions/:id/messages',
      body: 'object',
      answer: async (context) => {
        const { message, ...rest } = context.body;
        if (hasMore(rest) || !isText(message)) throw notExpected('{ "message": "TEXT" }');
        const turn: Turn = (signal) => chats.say(readId(context), context.user, message, signal);
        return answerTurn(context, turn, settings, calls);
      },
    }),
    route({
      method: 'POST',
      path: '/v1/sessions/:id/ui-messages',
      body: 'object',
      answer: async (context) => {
        const { messages, trigger } = context.body;
        if (trigger === 'regenerate-message') throw gatewayErrors.create('GATEWAY_TURN_NOT_REPEATED', {});
        const input = readUiMessages(messages);
        const { text, media, decisions } = input;
        const [decided] = decisions;
        const id = readId(context);
        const waiting = input.answers.length === 0 ? [] : await chats.waitingCalls(id, context.user);
        const answers = pickUiAnswers(input, waiting ?? missing(context));
        const turn: Turn = async (signal) => {
          if (decided === undefined && answers.length > 0) return chats.answerCalls(id, context.user, answers, signal);
          if (decided === undefined) return chats.say(id, context.user, { text, media }, signal);
          const outcome = await settleApproval(context, decided.token, settings, signal);
          return chats.answer(id, context.user, decided.token, outcome, signal);
        };
        return answerInterface(context, turn, [...decisions, ...answers], settings, calls);
      },
    }),
    route({
      method: 'POST',
      path: '/v1/sessions/:id/answers',
      body: 'object',
      answer: async (context) => {
        const given = readAnswer(context.body);
        if ('question' in given) {
          const { question, answer } = given;
          if (!(await chats.answerQuestion(readId(context), context.user, question, answer))) throw notFound(context);
          return { status: 204, headers: {}, body: null };
        }
        const turn: Turn = async (signal) => {
          if ('calls' in given) return chats.answerCalls(readId(context), context.user, given.calls, signal);
          const outcome = await settleApproval(context, given.approval, settings, signal);
          return chats.answer(readId(context), context.user, given.approval, outcome, signal);
        };
        return answerTurn(context, turn, settings, calls);
      },
    }),
  ];
}

/** Answers with everything that happens in a turn: as it happens, or as one list at its end. */
async function answerTurn(
  context: RequestContext,
  turn: Turn,
  { report }: GatewaySettings,
  calls: RunningCalls,
): Promise<Outbound> {
  const { signal: hangUp, requestId, method, path } = context.request;
  const runTurn = (signal: AbortSignal, onEvent: (event: TurnEvent) => unknown) =>
    calls.run(context.user, async () => {
      for await (const event of (await turn(signal)) ?? missing(context)) await onEvent(event);
    });
  if (!wantsEvents(context.request)) {
    const events: TurnEvent[] = [];
    await runTurn(hangUp, (event) => events.push(event));
    return toJsonOutbound(JSON.stringify({ events }));
  }
  return toEventStream(
    ({ send }, gone) => {
      const { signal, release } = joinSignals(hangUp, gone);
      return runTurn(signal, (event) => send(event.type, event)).finally(release);
    },
    (thrown) => toClientProblem(thrown, requestId, (failure) => report(failure, { requestId, method, path })),
  );
}

/** Answers a chat interface, which reads a UI message stream. */
function answerInterface(
  context: RequestContext,
  turn: Turn,
  decisions: readonly { readonly callId: string }[],
  { report }: GatewaySettings,
  calls: RunningCalls,
): Outbound {
  const { signal: hangUp, requestId, method, path } = context.request;
  const shown = decisions.map(({ callId }) => callId);
  const toProblem = (thrown: unknown) =>
    toClientProblem(thrown, requestId, (failure) => report(failure, { requestId, method, path }));
  const stream = toEventStream(
    ({ send }, gone) => {
      const { signal, release } = joinSignals(hangUp, gone);
      return calls
        .run(context.user, async () => {
          const events = (await turn(signal)) ?? missing(context);
          for await (const chunk of toUiMessageStream(events, { shown })) await send('message', chunk);
        })
        .catch((thrown: unknown) => send('message', { type: 'error', errorText: toProblem(thrown).detail }))
        .finally(release);
    },
    (thrown) => toProblem(thrown),
  );
  return { ...stream, headers: { ...stream.headers, 'x-vercel-ai-ui-message-stream': 'v1' } };
}

function readId({ params: { id = '' } }: RequestContext): string {
  return id;
}

function missing(context: RequestContext): never {
  throw notFound(context);
}

function notFound(context: RequestContext): Error {
  return gatewayErrors.create('GATEWAY_SESSION_NOT_FOUND', { id: readId(context) });
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
