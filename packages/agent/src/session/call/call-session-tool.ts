import {
  callTool,
  isCallerAnswered,
  isThenable,
  type AskQuestion,
  type ExecutePort,
  type InvokeOptions,
  type Progress,
  type ToolInvokeContext,
  type ToolResponse,
} from '@helve/core';
import type { HydratedRequest } from '../../hydrate/call-hydrated.js';
import { agentErrors } from '../../agent-errors.js';
import type { CallerAnswer } from '../caller/caller-answer.js';
import type { CallState } from './call-state.js';
import type { SessionCore } from '../session-core.js';

/** Builds the options that every call of a session has. */
export function toCallRequest(
  core: SessionCore,
  { turn, callId, toolId: tool, name = tool, byProgram, controller }: CallState,
): HydratedRequest {
  const { traceparent } = core.trace;
  const { door = 'agent', mode, clock, report, trail, dependencies, intents } = core.options;
  return {
    tools: core.toolbox.pinned.all,
    hooks: core.hooks,
    sessionId: core.id,
    user: core.user,
    call: {
      door,
      mode,
      turnId: turn.id,
      ...(traceparent === undefined ? {} : { traceparent }),
      ...(byProgram === true ? { byProgram } : {}),
    },
    signal: controller.signal,
    clock,
    report,
    trail,
    registry: dependencies,
    intents: intents === undefined ? undefined : Object.keys(intents),
    onProgress: (progress: Progress) => core.emit({ type: 'tool_progress', callId, tool, ...progress }, turn.number),
    onSay: (text: string) => {
      core.emit({ type: 'tool_say', callId, tool, text }, turn.number);
      core.say(text, { id: callId, name });
    },
    onAsk: (question: AskQuestion) => {
      // Whoever listens hears it; the answer comes in writing.
      if (core.transport.live) core.say(question.message, { id: callId, name });
      return core.questions.ask(question, (shown) => core.emit({ type: 'question', callId, ...shown }, turn.number));
    },
    onChunk: (chunk: unknown) => core.emit({ type: 'tool_chunk', callId, tool, chunk }, turn.number),
  };
}

/** Runs a tool: the only function of a session that does. */
export async function callSessionTool(
  core: SessionCore,
  state: CallState,
  options: InvokeOptions,
): Promise<ToolResponse> {
  const response = await callTool({
    ...options,
    execute: watched(core, state, options.execute ?? core.options.execute),
  });
  state.settled = true;
  // A body that has ended in the moment between its cancellation and this answer counts as given up too.
  if (isGivenUp(response)) for (const tool of state.writes) noteLate(core, state, tool);
  return response;
}

function isGivenUp(response: ToolResponse): boolean {
  return !response.ok && (response.error.type === 'CANCELLED' || response.error.type === 'TIMEOUT');
}

/** Notices writes, so that the model learns of one whose call was given up. */
function watched(core: SessionCore, state: CallState, port: ExecutePort | undefined): ExecutePort {
  return {
    execute(tool, input, ctx) {
      if (state.answer !== undefined && isCallerAnswered(tool)) return outputOf(state.answer, ctx.toolId);
      const answer = port === undefined ? tool.execute(input, ctx) : port.execute(tool, input, ctx);
      if (ctx.policy.sideEffects !== 'writes') return answer;
      if (!isThenable(answer)) noteWrite(core, state, ctx, answer);
      else
        answer.then(
          (value) => noteWrite(core, state, ctx, value),
          () => undefined,
        );
      return answer;
    },
  };
}

function outputOf(answer: CallerAnswer, tool: string): unknown {
  if ('output' in answer) return answer.output;
  throw agentErrors.create('AGENT_CALLER_FAILED', { tool, problem: answer.error });
}

function noteWrite(core: SessionCore, state: CallState, ctx: ToolInvokeContext, value: unknown): void {
  const hasFailed = typeof value === 'object' && value !== null && 'error' in value && value.error instanceof Error;
  if (hasFailed) return;
  if (state.settled) noteLate(core, state, ctx.toolId);
  else state.writes.add(ctx.toolId);
}

function noteLate(core: SessionCore, { turn, callId }: CallState, tool: string): void {
  const message = `"${tool}" was given up, but has finished nevertheless: its effects are done`;
  core.tell(message);
  core.emit({ type: 'warning', code: 'AGENT_LATE_RESULT', message, callId, tool }, turn.number);
}
