import {
  checkAnswer,
  serializeResponse,
  type CallerOptions,
  type ToolRecord,
  type ToolResponse,
  type ToolUser,
} from '@helve/core';
import { callFor, type DoorCall } from '../auth/call-for.js';
import type { GatewaySettings } from '../gateway-settings.js';
import { answerEnvelope } from '../http/answer-envelope.js';
import type { Asked } from '../http/asked.js';
import { readCallHeaders, type CallHeaders } from '../http/call-headers.js';
import { answerEvents } from '../http/event-stream.js';
import { problemOf } from '../http/problem.js';
import { readJsonBody } from '../http/read-json-body.js';
import type { Visit } from '../http/route.js';
import type { RunningCalls } from '../http/running-calls.js';

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
  const headers = readCallHeaders(asked);
  const rawInput = await readJsonBody(asked, settings.maxBodyBytes);
  const call = toCall(asked, wish, headers, rawInput, settings);
  const response = await calls.runFor(asked, wish.visit.connection, (signal) => {
    call.signal = signal;
    return run(call, settings);
  });
  return answerEnvelope(response, call.report);
}

/** The same with events, of which the envelope is the last. */
export async function answerCallByEvents(
  request: Request,
  wish: CallWish,
  settings: GatewaySettings,
  calls: RunningCalls,
): Promise<Response> {
  const headers = readCallHeaders(request);
  const rawInput = await readJsonBody(request, settings.maxBodyBytes);
  const call = toCall(request, wish, headers, rawInput, settings);
  return answerEvents(
    async ({ send, offer }, gone) => {
      call.onProgress = (progress) => offer('progress', progress);
      call.onChunk = (chunk) => send('chunk', { chunk });
      const response = await calls.run(AbortSignal.any([request.signal, gone]), (signal) => {
        call.signal = signal;
        return run(call, settings);
      });
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

const door = Object.freeze({ door: 'http' });

/** One shape for all calls, which the engine reads quickly. */
function toCall(
  asked: Asked,
  { tool, user, visit: { requestId } }: CallWish,
  { idempotencyKey, confirmationToken, sessionId }: CallHeaders,
  rawInput: Record<string, unknown>,
  { callTimeoutMs: timeoutMs, tell }: GatewaySettings,
): WishedCall {
  return {
    tool,
    rawInput,
    idempotencyKey,
    confirmationToken,
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

async function run(call: WishedCall, settings: GatewaySettings): Promise<ToolResponse> {
  const response = await callFor(settings, call);
  return response.ok ? asPromised(settings.caller.tools.get(call.tool), response) : response;
}

/** The list of tools shows output schemas: what comes through here as a result of the tool fits them. */
function asPromised(tool: ToolRecord | undefined, response: ToolResponse): ToolResponse | Promise<ToolResponse> {
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
