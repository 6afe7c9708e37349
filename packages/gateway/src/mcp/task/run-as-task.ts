import { isToolError, type Progress, type ToolRecord, type ToolResponse } from '@helve/core';
import { MissingRequiredClientCapabilityError, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { approvalIn, awaitApproval } from '../call/approved-call.js';
import type { ClientContext } from '../call/client-context.js';
import type { McpHost } from '../mcp-host.js';
import type { ProgressListener } from '../call/progress-listener.js';
import { createAsk } from '../call/elicitation.js';
import { assertAnswerable, type RetryInput } from '../call/retry-input.js';
import type { AdoptedCall } from '../../port/jobs.js';
import type { Task, TaskError, TaskFacts } from './task.js';
import { TASKS } from './tasks.js';
import { toFailureResult } from '../call/to-call-result.js';
import { readQuestion, runToolCall, toResult, type McpToolCall } from '../call/mcp-tool-call.js';

/** The answer to a call that goes on as a task. */
export interface TaskStarted extends TaskFacts {
  readonly resultType: 'task';
  readonly [key: string]: unknown;
}

/** Time within which a call needs no task, even of a tool that supports tasks. */
const atOnceMs = 50;

/** Time after which a call of this tool becomes a task; undefined when it cannot become one. */
export function findTaskDelay(host: McpHost, client: ClientContext, tool: ToolRecord | undefined): number | undefined {
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

/** Waits for a call; one that takes longer than `delayMs` goes on as a task of its user. */
export async function runAsTask(
  call: McpToolCall,
  retry: RetryInput,
  delayMs: number,
  ofClient: ProgressListener | undefined,
): Promise<TaskStarted | { readonly response: ToolResponse }> {
  const { host, client, sender } = call;
  const life = new AbortController();
  const follow = (signal: AbortSignal) => {
    const end = () => life.abort(signal.reason);
    if (signal.aborted) end();
    signal.addEventListener('abort', end, { once: true });
    return () => signal.removeEventListener('abort', end);
  };
  const letGo = follow(client.signal);
  const { listener, follow: reportToTask } = switchable(ofClient);
  const asked = settleable<undefined>();
  const became = settleable<Task | undefined>();
  // A question waits with its task: it makes the call one at once.
  const onAsk = createAsk(client.capabilities, async (requests) => {
    asked.settle(undefined);
    return (await became.settled)?.ask(requests);
  });
  const first = runToolCall(call, retry, life.signal, listener, onAsk);
  const early = await Promise.race([within(first, delayMs), asked.settled]).finally(letGo);
  // A call that waits for a person who is not at the client becomes a task, however early that is known.
  if (early !== undefined && waitsFor(call, early) === undefined) return { response: early };
  const adopted = await adopt(call);
  const task = host.tasks.create(sender.user, adopted?.id);
  became.settle(task);
  // No room for another: the client has to wait.
  if (task === undefined) {
    const response = await first.finally(follow(client.signal));
    await adopted?.settle(response);
    return { response };
  }
  follow(task.signal);
  if (adopted !== undefined) {
    follow(adopted.lost);
    task.signal.addEventListener('abort', () => void cancelJob(call, adopted.id), { once: true });
  }
  reportToTask(task);
  const carried = carryOn(call, task, first, life.signal, listener);
  void carried.then((response) => adopted?.settle(response)).finally(follow(host.calls.ending));
  return { resultType: 'task', ...task.facts() };
}

/** The call as a job of this process: its task is found by every other one, and after a restart. */
async function adopt(call: McpToolCall): Promise<AdoptedCall | undefined> {
  const { host, sender, id: tool, rawInput, meta, client } = call;
  const { sessionId = client.sessionId } = meta ?? {};
  const { user } = sender;
  try {
    return await host.settings.jobs?.adopt({ tool, rawInput, user, sessionId, call: { door: 'mcp' } });
  } catch (thrown) {
    // The call goes on as one that lives with its server.
    host.settings.report(thrown, { toolId: tool });
    return undefined;
  }
}

async function cancelJob({ host, sender }: McpToolCall, id: string): Promise<void> {
  try {
    await host.settings.jobs?.change(id, { user: sender.user, ofOthers: false }, 'cancel');
  } catch (thrown) {
    host.settings.report(thrown, {});
  }
}

/** result ▸ over │ question ▸ answers ▸ the same call again. Returns the last response. */
async function carryOn(
  call: McpToolCall,
  task: Task,
  first: Promise<ToolResponse>,
  signal: AbortSignal,
  listener: ProgressListener,
): Promise<ToolResponse> {
  let response = await first;
  try {
    for (let question = readQuestion(call, response); question !== undefined; question = readQuestion(call, response)) {
      assertAnswerable(question.requests, call.client.capabilities);
      const answers = await task.ask(question.requests);
      const onAsk = createAsk(call.client.capabilities, (requests) => task.ask(requests));
      response = await runToolCall(call, { answers, ...question.kept }, signal, listener, onAsk);
    }
    const approval = waitsFor(call, response);
    if (approval !== undefined) {
      task.setMessage(`Waiting for approval "${approval}"`);
      const report = (thrown: unknown) => call.host.settings.report(thrown, { toolId: call.name });
      response = await awaitApproval(call, approval, { signal, report });
    }
    // An unforeseen failure is not a result of the tool.
    if (!response.ok && response.error.type === 'INTERNAL') {
      task.fail({ code: ProtocolErrorCode.InternalError, message: response.error.message });
    } else task.complete(await toResult(call, response));
  } catch (thrown) {
    if (isToolError(thrown)) task.complete(toFailureResult(thrown));
    else {
      task.fail(toTaskError(thrown));
      if (!(thrown instanceof ProtocolError)) call.host.settings.report(thrown, { toolId: call.id });
    }
  }
  return response;
}

/** The approval that a call waits for, where nobody at the client can be asked. */
function waitsFor(call: McpToolCall, response: ToolResponse): string | undefined {
  if (call.host.settings.approvals === undefined || call.client.approval !== undefined) return undefined;
  return readQuestion(call, response) === undefined ? approvalIn(response) : undefined;
}

function toTaskError(thrown: unknown): TaskError {
  if (!(thrown instanceof ProtocolError)) return { code: ProtocolErrorCode.InternalError, message: 'Internal error' };
  const { code, message, data } = thrown;
  return { code, message, ...(data === undefined ? {} : { data }) };
}

/** Reports progress to the client while it waits, and to the task from then on. */
function switchable(client: ProgressListener | undefined): {
  readonly listener: ProgressListener;
  follow(task: Task): void;
} {
  let followed: Task | undefined;
  const listener: ProgressListener = {
    onProgress(progress) {
      if (followed === undefined) client?.onProgress(progress);
      else followed.setMessage(toMessage(progress));
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
    listener,
    follow(task) {
      followed = task;
    },
  };
}

function toMessage({ done, total, message }: Progress): string {
  return message ?? (total === undefined ? String(done) : `${done} of ${total}`);
}

/** A promise that somebody else settles. */
function settleable<T>(): { readonly settled: Promise<T>; readonly settle: (value: T) => void } {
  let settle: (value: T) => void = () => undefined;
  const settled = new Promise<T>((resolve) => (settle = resolve));
  return { settled, settle };
}

/** Resolves with a value that comes in time, else with undefined. */
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
