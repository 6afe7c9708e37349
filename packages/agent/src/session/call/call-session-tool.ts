import {
  callTool,
  isThenable,
  type ExecutePort,
  type InvokeOptions,
  type Progress,
  type ToolInvokeContext,
  type ToolResponse,
} from '@helve/core';
import type { HydratedRequest } from '../../hydrate/call-hydrated.js';
import type { CallState } from './call-state.js';
import type { SessionCore } from '../session-core.js';

/** Builds the options that every call of a session has. */
export function toCallRequest(
  core: SessionCore,
  { turn, callId, toolId: tool, controller }: CallState,
): HydratedRequest {
  const { door = 'agent', mode, clock, report, trail, dependencies, intents } = core.options;
  return {
    tools: core.toolbox.pinned.all,
    hooks: core.hooks,
    sessionId: core.id,
    user: core.user,
    call: { door, mode, turnId: turn.id },
    signal: controller.signal,
    clock,
    report,
    trail,
    registry: dependencies,
    intents: intents === undefined ? undefined : Object.keys(intents),
    onProgress: (progress: Progress) => core.emit({ type: 'tool_progress', callId, tool, ...progress }),
    onChunk: (chunk: unknown) => core.emit({ type: 'tool_chunk', callId, tool, chunk }),
  };
}

/** Runs a tool: the only function of a session that does. */
export function callSessionTool(core: SessionCore, state: CallState, options: InvokeOptions): Promise<ToolResponse> {
  return callTool({ ...options, execute: watched(core, state, options.execute ?? core.options.execute) });
}

/** Notices a write that succeeds after its call was given up: the model learns of it in its next turn. */
function watched(core: SessionCore, state: CallState, port: ExecutePort | undefined): ExecutePort {
  return {
    execute(tool, input, ctx) {
      const answer = port === undefined ? tool.execute(input, ctx) : port.execute(tool, input, ctx);
      if (isThenable(answer) && ctx.policy.sideEffects === 'writes') {
        answer.then(
          (value) => noteLate(core, state, ctx, value),
          () => undefined,
        );
      }
      return answer;
    },
  };
}

function noteLate(core: SessionCore, state: CallState, ctx: ToolInvokeContext, value: unknown): void {
  const hasFailed = typeof value === 'object' && value !== null && 'error' in value && value.error instanceof Error;
  if (!state.settled || hasFailed) return;
  const message = `"${ctx.toolId}" was given up, but has finished nevertheless: its effects are done`;
  core.memory.notes.push(message);
  core.emit({ type: 'warning', code: 'AGENT_LATE_RESULT', message, callId: state.callId, tool: ctx.toolId });
}
