import { isToolError, type Progress, type ToolRecord, type ToolResponse } from '@helve/core';
import { MissingRequiredClientCapabilityError, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { approvalIn, awaitApproval } from '../call/approved-call.js';
import type { ClientSide } from '../call/client-context.js';
import type { McpHost } from '../mcp-host.js';
import type { ProgressEar } from '../call/progress-listener.js';
import { assertAnswerable, type Round } from '../call/retry-input.js';
import type { Task, TaskError, TaskFacts } from './task.js';
import { TASKS } from './tasks.js';
import { toFailureResult } from '../call/to-call-result.js';
import { askedBy, makeCall, toResult, type ToolVisit } from '../call/mcp-tool-call.js';

/** The answer to a call that goes on as a task. */
export interface TaskStarted extends TaskFacts {
  readonly resultType: 'task';
  readonly [key: string]: unknown;
}

/** What is done within this time needs no task, even for a tool that is made for them. */
const atOnceMs = 50;

/** After how long a call of this tool becomes a task; undefined if it cannot become one. */
export function patienceOf(host: McpHost, client: ClientSide, tool: ToolRecord | undefined): number | undefined {
  const support = tool?.annotations?.['taskSupport'];
  if (!client.knowsTasks) {
    if (support === 'required') throw tasksRequired();
    return undefined;
  }
  if (support === 'forbidden') return undefined;
  return support === 'optional' || support === 'required' ? atOnceMs : host.options.taskAfterMs;
}

export function tasksRequired(): Error {
  return new MissingRequiredClientCapabilityError({ requiredCapabilities: { extensions: { [TASKS]: {} } } });
}

/** Waits for a call for a while; if it takes longer, it goes on as a task of its user. */
export async function runAsTask(
  visit: ToolVisit,
  round: Round,
  patienceMs: number,
  ofClient: ProgressEar | undefined,
): Promise<TaskStarted | { readonly response: ToolResponse }> {
  const { host, client, exchange } = visit;
  const life = new AbortController();
  const follow = (signal: AbortSignal) => {
    const end = () => life.abort(signal.reason);
    if (signal.aborted) end();
    signal.addEventListener('abort', end, { once: true });
    return () => signal.removeEventListener('abort', end);
  };
  const letGo = follow(client.signal);
  const { ear, follow: tellTask } = switchable(ofClient);
  const first = makeCall(visit, round, life.signal, ear);
  const early = await within(first, patienceMs).finally(letGo);
  // What waits for a person who is not at the client goes on as a task, however early that is known.
  if (early !== undefined && waitsFor(visit, early) === undefined) return { response: early };
  const task = host.tasks.create(exchange.user);
  // No room for another: the client has to wait.
  if (task === undefined) return { response: await first.finally(follow(client.signal)) };
  follow(task.signal);
  tellTask(task);
  void carryOn(visit, task, first, life.signal, ear).finally(follow(host.calls.ending));
  return { resultType: 'task', ...task.facts() };
}

/** result ▸ over │ question ▸ answers ▸ the same call again. */
async function carryOn(
  visit: ToolVisit,
  task: Task,
  first: Promise<ToolResponse>,
  signal: AbortSignal,
  ear: ProgressEar,
): Promise<void> {
  try {
    let response = await first;
    for (let asked = askedBy(visit, response); asked !== undefined; asked = askedBy(visit, response)) {
      assertAnswerable(asked.requests, visit.client.capabilities);
      const answers = await task.ask(asked.requests);
      response = await makeCall(visit, { answers, ...asked.kept }, signal, ear);
    }
    const approval = waitsFor(visit, response);
    if (approval !== undefined) {
      task.say(`Waits for a person as approval "${approval}"`);
      const report = (thrown: unknown) => visit.host.settings.report(thrown, { toolId: visit.name });
      response = await awaitApproval(visit, approval, { signal, report });
    }
    // What the tool did not foresee is no result of it.
    if (!response.ok && response.error.type === 'INTERNAL') {
      task.fail({ code: ProtocolErrorCode.InternalError, message: response.error.message });
    } else task.complete(await toResult(visit, response));
  } catch (thrown) {
    if (isToolError(thrown)) return task.complete(toFailureResult(thrown));
    task.fail(toTaskError(thrown));
    if (!(thrown instanceof ProtocolError)) visit.host.settings.report(thrown, { toolId: visit.id });
  }
}

/** The approval that a call waits for, where nobody at the client can be asked. */
function waitsFor(visit: ToolVisit, response: ToolResponse): string | undefined {
  if (visit.host.settings.approvals === undefined || visit.client.approval !== undefined) return undefined;
  return askedBy(visit, response) === undefined ? approvalIn(response) : undefined;
}

function toTaskError(thrown: unknown): TaskError {
  if (!(thrown instanceof ProtocolError)) return { code: ProtocolErrorCode.InternalError, message: 'Internal error' };
  const { code, message, data } = thrown;
  return { code, message, ...(data === undefined ? {} : { data }) };
}

/** Tells the client as long as it listens, and the task from then on. */
function switchable(client: ProgressEar | undefined): { readonly ear: ProgressEar; follow(task: Task): void } {
  let followed: Task | undefined;
  const ear: ProgressEar = {
    onProgress(progress) {
      if (followed === undefined) client?.onProgress(progress);
      else followed.say(toMessage(progress));
    },
    ...(client?.onChunk === undefined
      ? {}
      : {
          onChunk(chunk: unknown) {
            if (followed === undefined) client.onChunk?.(chunk);
          },
        }),
  };
  return {
    ear,
    follow(task) {
      followed = task;
    },
  };
}

function toMessage({ done, total, message }: Progress): string {
  return message ?? (total === undefined ? String(done) : `${done} of ${total}`);
}

/** What comes in time; undefined if nothing does. */
async function within<T>(coming: Promise<T>, ms: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, ms, undefined);
  });
  try {
    return await Promise.race([coming, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
