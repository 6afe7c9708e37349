import { checkAnswer, isPlainObject, joinSignals, type ToolResponse } from '@helve/core';
import { callFor, type DoorCall } from '../auth/call-for.js';
import type { GatewaySettings } from '../gateway-settings.js';
import { serializeEnvelope, toEnvelopeOutbound } from '../http/envelope-outbound.js';
import { readCallHeaders } from '../http/call-headers.js';
import { toEventStream, wantsEvents } from '../http/event-stream.js';
import type { Outbound } from '../http/outbound.js';
import { toClientProblem } from '../http/problem.js';
import { readAsyncPreference, type AsyncPreference } from '../http/read-prefer.js';
import { defineRoute, type RequestContext, type Route } from '../http/route.js';
import { jobStates, type JobRow, type Jobs, type JobViewer } from '../port/jobs.js';
import { toAccepted } from './job-routes.js';
import type { RunningCalls } from '../http/running-calls.js';

type CallContext = RequestContext<Record<string, unknown>>;

/** Creates the route that calls a tool: headers ▸ call ▸ envelope, or events of which the envelope is the last. */
export function callRoute(settings: GatewaySettings, calls: RunningCalls): Route {
  return defineRoute({
    method: 'POST',
    path: '/v1/tools/:name/call',
    access: 'user',
    body: 'object',
    answer: (context) => {
      const preference = settings.jobs === undefined ? undefined : readAsyncPreference(context.request);
      if (preference !== undefined) return answerInBackground(context, settings, calls, preference);
      return (wantsEvents(context.request) ? answerByEvents : answerOnce)(context, settings, calls);
    },
  });
}

async function answerOnce(context: CallContext, settings: GatewaySettings, calls: RunningCalls): Promise<Outbound> {
  const call = toCall(context, settings);
  return toEnvelopeOutbound(await runCall(call, settings, calls), call.report);
}

function answerByEvents(context: CallContext, settings: GatewaySettings, calls: RunningCalls): Outbound {
  const { signal: hangUp, requestId } = context.request;
  const call = toCall(context, settings);
  return toEventStream(
    async ({ send, offer }, gone) => {
      const { signal, release } = joinSignals(hangUp, gone);
      const onProgress: DoorCall['onProgress'] = (progress) => offer('progress', progress);
      const onChunk: DoorCall['onChunk'] = (chunk) => send('chunk', { chunk });
      try {
        const response = await runCall({ ...call, signal, onProgress, onChunk }, settings, calls);
        await send('envelope', serializeEnvelope(response, call.report));
      } finally {
        release();
      }
    },
    (thrown) => toClientProblem(thrown, requestId, call.report),
  );
}

/** Hands the call over as a job once its input was checked; a refusal is answered at once, as is a call that is over in time. */
async function answerInBackground(
  context: CallContext,
  settings: GatewaySettings,
  calls: RunningCalls,
  { waitMs }: AsyncPreference,
): Promise<Outbound> {
  const { jobs } = settings;
  if (jobs === undefined) throw new TypeError('Cannot hand a call over: there are no jobs');
  const { report, ...call } = toCall(context, settings);
  // The job has a time of its own.
  const handed = jobs.handOver({ ...call, timeoutMs: undefined });
  const handing = calls.run(context.user, () => callFor(settings, handed.call));
  const response = await handing.finally(() => handed.done());
  const job = response.ok ? readJob(response.data) : undefined;
  if (job === undefined) return toEnvelopeOutbound(response, report);
  const viewer = { user: context.user, ofOthers: false };
  const settled = waitMs === 0 ? undefined : await untilSettled(jobs, job.id, viewer, waitMs, context.request.signal);
  return settled === undefined ? toAccepted(job) : toEnvelopeOutbound(settled, report);
}

/** The answer of a job that settles in time. */
async function untilSettled(
  jobs: Jobs,
  id: string,
  viewer: JobViewer,
  waitMs: number,
  hangUp: AbortSignal,
): Promise<ToolResponse | undefined> {
  const signal = AbortSignal.any([AbortSignal.timeout(waitMs), hangUp]);
  const events = (await jobs.events(id, viewer, { signal }))?.[Symbol.asyncIterator]();
  while ((await events?.next())?.done === false);
  const result = await jobs.result(id, viewer);
  return result?.kind === 'call' ? result.response : undefined;
}

/** A call that was handed over; undefined for what a rule has answered. */
function readJob(data: unknown): Pick<JobRow, 'id' | 'state'> | undefined {
  if (!isPlainObject(data)) return undefined;
  const { job, state } = data;
  const known = jobStates.find((one) => one === state);
  return typeof job === 'string' && known !== undefined ? { id: job, state: known } : undefined;
}

const origin = Object.freeze({ door: 'http' });

type ReportedCall = DoorCall & { readonly report: (thrown: unknown) => void };

function toCall({ request, params, user, body }: CallContext, settings: GatewaySettings): ReportedCall {
  const { requestId, method, path, signal } = request;
  const { name: tool = '' } = params;
  const { idempotencyKey, sessionId } = readCallHeaders(request);
  return {
    tool,
    rawInput: body,
    idempotencyKey,
    sessionId,
    user,
    call: origin,
    requestId,
    signal,
    timeoutMs: settings.callTimeoutMs,
    report: (thrown) => settings.report(thrown, { requestId, method, path, toolId: tool }),
  };
}

/** Makes a call. Its output must fit the schema that the list of tools shows. */
async function runCall(call: DoorCall, settings: GatewaySettings, calls: RunningCalls): Promise<ToolResponse> {
  return calls.run(call.user, async () => {
    const response = await callFor(settings, call);
    const tool = response.ok ? settings.caller.tools.get(call.tool) : undefined;
    return tool?.outputSchema === undefined ? response : (await checkAnswer(tool, response)).response;
  });
}
