import {
  joinSignals,
  checkAnswer,
  serializeResponse,
  type CallerOptions,
  type ToolResponse,
  type ToolUser,
} from '@helve/core';
import { callFor, type DoorCall } from '../auth/call-for.js';
import type { GatewaySettings } from '../gateway-settings.js';
import { toEnvelopeParts } from '../http/answer-envelope.js';
import { toRequest, type Asked } from '../http/asked.js';
import { readCallHeaders, type CallHeaders } from '../http/call-headers.js';
import { answerEvents } from '../http/event-stream.js';
import { lightResponseOf, type LightParts } from '../http/light-response.js';
import { problemOf } from '../http/problem.js';
import { readBytes, toJsonObject } from '../http/read-json-body.js';
import type { Visit } from '../http/route.js';
import type { RunningCalls } from '../http/running-calls.js';
import { servedTogether } from '../http/served-together.js';

/** The address at which tools are called. */
export const callPath = '/v1/tools/:name/call';

/** Who asks for which tool. */
export interface CallWish {
  readonly tool: string;
  readonly user: ToolUser;
  readonly visit: Visit;
}

/** read the body ▸ call ▸ answer with the envelope. */
export async function answerCall(
  asked: Asked,
  wish: CallWish,
  settings: GatewaySettings,
  calls: RunningCalls,
): Promise<Response> {
  return lightResponseOf(await toCallParts(asked, wish, settings, calls));
}

/** The parts of that answer. */
export async function toCallParts(
  asked: Asked,
  wish: CallWish,
  settings: GatewaySettings,
  calls: RunningCalls,
): Promise<LightParts> {
  const call = await readCall(asked, wish, settings);
  const { connection } = wish.visit;
  if (connection === undefined) {
    const response = await calls.run(toRequest(asked).signal, wish.user, (signal) => run(call, signal, settings));
    return toEnvelopeParts(response, call.report);
  }
  call.signal = calls.enter(connection, wish.user);
  try {
    const promised = asPromised(settings, call, await callFor(settings, call));
    return toEnvelopeParts(promised instanceof Promise ? await promised : promised, call.report);
  } finally {
    calls.leave(wish.user);
  }
}

/** The same with events, of which the envelope is the last. */
export async function answerCallByEvents(
  request: Request,
  wish: CallWish,
  settings: GatewaySettings,
  calls: RunningCalls,
): Promise<Response> {
  const call = await readCall(request, wish, settings);
  return answerEvents(
    async ({ send, offer }, gone) => {
      call.onProgress = (progress) => offer('progress', progress);
      call.onChunk = (chunk) => send('chunk', { chunk });
      const hangUp = joinSignals(request.signal, gone);
      const response = await calls
        .run(hangUp.signal, wish.user, (signal) => run(call, signal, settings))
        .finally(() => hangUp.release());
      await send('envelope', toText(response, call.report));
    },
    (thrown) => problemOf(thrown, wish.visit.requestId, call.report),
  );
}

/** What is still to be said about a call when its body has been read. */
type Heard = Pick<CallerOptions, 'signal' | 'onProgress' | 'onChunk'>;
type WishedCall = DoorCall & { -readonly [K in keyof Heard]: Heard[K] } & {
  readonly report: (thrown: unknown) => void;
};

async function readCall(asked: Asked, wish: CallWish, settings: GatewaySettings): Promise<WishedCall> {
  const headers = readCallHeaders(asked);
  const bytes = await readBytes(asked, settings.maxBodyBytes);
  if (wish.visit.connection !== undefined) await servedTogether();
  return toCall(asked, wish, headers, toJsonObject(bytes), settings);
}

const door = Object.freeze({ door: 'http' });

/** One shape for all calls, which the engine reads quickly. */
function toCall(
  asked: Asked,
  { tool, user, visit: { requestId } }: CallWish,
  { idempotencyKey, sessionId }: CallHeaders,
  rawInput: Record<string, unknown>,
  { callTimeoutMs: timeoutMs, tell }: GatewaySettings,
): WishedCall {
  return {
    tool,
    rawInput,
    idempotencyKey,
    sessionId,
    user,
    call: door,
    requestId,
    report: (thrown) =>
      tell(thrown, { requestId, method: asked.method, path: new URL(asked.url).pathname, toolId: tool }),
    timeoutMs,
    signal: undefined,
    onProgress: undefined,
    onChunk: undefined,
  };
}

async function run(call: WishedCall, signal: AbortSignal, settings: GatewaySettings): Promise<ToolResponse> {
  call.signal = signal;
  return asPromised(settings, call, await callFor(settings, call));
}

/** The list of tools shows output schemas: what comes through here as a result of the tool fits them. */
function asPromised(
  settings: GatewaySettings,
  call: WishedCall,
  response: ToolResponse,
): ToolResponse | Promise<ToolResponse> {
  const tool = response.ok ? settings.caller.tools.get(call.tool) : undefined;
  if (tool?.outputSchema === undefined) return response;
  const checked = checkAnswer(tool, response);
  return checked instanceof Promise ? checked.then((late) => late.response) : checked.response;
}

function toText(response: ToolResponse, report: (thrown: unknown) => void): string {
  try {
    return JSON.stringify(response);
  } catch (thrown) {
    report(thrown);
    return serializeResponse(response);
  }
}
