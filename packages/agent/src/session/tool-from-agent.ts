import {
  defineTool,
  handlerSession,
  isPlainObject,
  type ToolError,
  type ToolInvokeContext,
  type ToolRecord,
  type ToolSchema,
} from '@helve/core';
import { agentErrors } from '../agent-errors.js';
import type { TurnEvent } from '../contract/session-event.js';
import type { AgentSession } from './agent-session.js';
import { createSession } from './create-session.js';
import type { SessionOptions } from './session-options.js';

/** An agent as the tool of another one. */
export interface AgentToolSource extends Pick<
  ToolRecord,
  'id' | 'title' | 'description' | 'policy' | 'tags' | 'version'
> {
  /** Creates the options of the conversation in which one task is done. Its user is the caller, unless it names one. */
  session(ctx: ToolInvokeContext): SessionOptions | Promise<SessionOptions>;
  /** Schema of the answer, which must describe an object. Default: the text that the agent writes. */
  readonly output?: ToolSchema;
}

const inputSchema = {
  type: 'object',
  properties: {
    task: { type: 'string', description: 'The task, with everything that is needed to do it', minLength: 1 },
  },
  required: ['task'],
  additionalProperties: false,
} as const;

/** Maximum number of agents within agents. */
const maxDepth = 4;

/** Makes a tool of an agent: it does a task in a conversation of its own, writes as it goes, and returns its answer. */
export function toolFromAgent({ session: open, output, ...fields }: AgentToolSource): ToolRecord {
  return defineTool({
    ...fields,
    inputSchema,
    async *execute({ task }, ctx) {
      const depth = depthOf(ctx) + 1;
      if (depth > maxDepth) throw agentErrors.create('AGENT_TOO_DEEP', { tool: ctx.toolId, limit: maxDepth });
      const options = await open(ctx);
      const session = createSession({ user: ctx.user, ...options, state: { ...options.state, agentDepth: depth } });
      const stop = ctx.onCancel(() => void session.interrupt('the task was cancelled'));
      try {
        return yield* doTask(session, task, output, ctx);
      } finally {
        stop();
        const { inputTokens, outputTokens, cost } = session.totals;
        ctx.setMeta('usage', { inputTokens, outputTokens, ...(cost === 0 ? {} : { cost }) });
        await session.close();
      }
    },
  });
}

async function* doTask(
  session: AgentSession,
  task: string,
  output: ToolSchema | undefined,
  ctx: ToolInvokeContext,
): AsyncGenerator<string, unknown> {
  const run = output === undefined ? session.run(task) : session.run(task, { output });
  let text = '';
  let problem = '';
  for await (const event of run) {
    if (event.type === 'question') passOn(session, event, ctx);
    if (event.type === 'error') problem = `: ${event.error.message}`;
    if (event.type !== 'text') continue;
    text += event.text;
    yield event.text;
  }
  const reason = await run.done;
  if (reason !== 'done') throw failed(ctx, `${reason}${problem}`);
  return output === undefined ? text : run.output;
}

/** Asks the person of the outer conversation. */
function passOn(
  session: AgentSession,
  { questionId, schema, message }: TurnEvent & { type: 'question' },
  ctx: ToolInvokeContext,
): void {
  void ctx
    .ask(schema, message)
    .then((answer) => session.answerQuestion(questionId, answer))
    .catch(() => undefined);
}

function failed({ toolId: tool }: ToolInvokeContext, reason: string): ToolError {
  return agentErrors.create('AGENT_TASK_FAILED', { tool, reason });
}

function depthOf(ctx: ToolInvokeContext): number {
  const session = ctx.tryGet(handlerSession);
  const depth = isPlainObject(session) ? session['agentDepth'] : undefined;
  return typeof depth === 'number' ? depth : 0;
}
