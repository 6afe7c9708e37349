import { checkAnswer, serializeResponse, type CallerOptions, type ToolRecord, type ToolResponse } from '@helve/core';
import type { Context } from 'hono';
import { callFor, type DoorCall } from '../auth/call-for.js';
import type { GatewaySettings } from '../gateway-settings.js';
import { answerEnvelope } from '../http/answer-envelope.js';
import { readCallHeaders } from '../http/call-headers.js';
import { answerEvents, wantsEvents } from '../http/event-stream.js';
import { problemOf } from '../http/problem.js';
import { readJsonBody } from '../http/read-json-body.js';
import type { DoorEnv } from '../http/route.js';
import type { RunningCalls } from '../http/running-calls.js';

/** read the body ▸ call ▸ answer with the envelope, or with events of which it is the last. */
export async function answerCall(
  context: Context<DoorEnv>,
  settings: GatewaySettings,
  calls: RunningCalls,
): Promise<Response> {
  const { raw, method, path } = context.req;
  const { caller, callTimeoutMs: timeoutMs, maxBodyBytes, tell } = settings;
  const tool = context.req.param('name') ?? '';
  const requestId = context.get('requestId');
  const report = (thrown: unknown) => tell(thrown, { requestId, method, path, toolId: tool });
  const headers = readCallHeaders(raw);
  const rawInput = await readJsonBody(raw, maxBodyBytes);
  const user = context.get('user');
  const run = async (signal: AbortSignal, heard?: Heard) => {
    const { onProgress, onChunk } = heard ?? {};
    const { idempotencyKey, confirmationToken, sessionId } = headers;
    // One shape for all calls, which the engine reads quickly.
    const call: DoorCall = {
      tool,
      rawInput,
      idempotencyKey,
      confirmationToken,
      sessionId,
      user,
      call: door,
      requestId,
      report,
      timeoutMs,
      signal,
      onProgress,
      onChunk,
    };
    const response = await callFor(settings, call);
    return response.ok ? asPromised(caller.tools.get(tool), response) : response;
  };

  if (!wantsEvents(raw)) return answerEnvelope(await calls.runFor(context, run), report);
  return answerEvents(
    async ({ send, offer }, gone) => {
      const heard: Heard = {
        onProgress: (progress) => offer('progress', progress),
        onChunk: (chunk) => send('chunk', { chunk }),
      };
      const response = await calls.run(AbortSignal.any([raw.signal, gone]), (signal) => run(signal, heard));
      await send('envelope', toText(response, report));
    },
    (thrown) => problemOf(thrown, requestId, report),
  );
}

const door = Object.freeze({ door: 'http' });

type Heard = Pick<CallerOptions, 'onProgress' | 'onChunk'>;

/** The list of tools shows output schemas: what comes through here as a result of the tool fits them. */
function asPromised(tool: ToolRecord | undefined, response: ToolResponse): ToolResponse | Promise<ToolResponse> {
  if (tool?.outputSchema === undefined) return response;
  return checkAnswer(tool, response).then((checked) => checked.response);
}

function toText(response: ToolResponse, report: (thrown: unknown) => void): string {
  try {
    return JSON.stringify(response);
  } catch (thrown) {
    report(thrown);
    return serializeResponse(response);
  }
}
