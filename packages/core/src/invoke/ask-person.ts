import type { AskAnswer, AskQuestion } from '../contract/ask.js';
import type { ToolRecord } from '../contract/tool.js';
import type { SchemaOutput, ToolSchema } from '../contract/schema.js';
import { compileInputCheck } from '../schema/compile-tool-schema.js';
import { toJsonSchema } from '../schema/to-json-schema.js';
import { callAfter } from '../time/call-after.js';
import { untilAborted } from '../time/until-aborted.js';
import type { Call } from './context/call.js';
import { scrub } from './report.js';

/** The longest that a question waits. */
const ASK_MS = 300_000;
/** Time that a tool has left to act on a question that nobody has answered before the deadline of its call. */
const RESERVE_MS = 250;

/** Question of a tool that words none itself. */
export function defaultQuestion({ name }: ToolRecord, schema: ToolSchema): string {
  const { description, title } = toJsonSchema(schema, 'input');
  return description ?? title ?? `"${name}" asks for more`;
}

/** Asks a person at the door of the call, and checks the answer. Never waits longer than the call. */
export async function askPerson<Schema extends ToolSchema>(
  call: Call,
  {
    signal,
    deadlineAt,
    now,
  }: { readonly signal: AbortSignal; readonly deadlineAt: number | undefined; readonly now: number },
  schema: Schema,
  message: string | undefined,
): Promise<AskAnswer<SchemaOutput<Schema>>> {
  const { onAsk } = call.options;
  if (onAsk === undefined) return { action: 'cancel', reason: 'nobody' };
  const json = toJsonSchema(schema, 'input');
  const check = compileInputCheck(schema, 'reject');
  const over = new AbortController();
  const waitMs = Math.max(0, Math.min(ASK_MS, (deadlineAt ?? Number.POSITIVE_INFINITY) - now - RESERVE_MS));
  const stop = callAfter(waitMs, () => over.abort(expired));
  const question: AskQuestion = {
    toolId: call.tool.id,
    message: scrub(call, message ?? defaultQuestion(call.tool, schema)),
    schema: json,
    signal: AbortSignal.any([signal, over.signal]),
    check: async (content) => {
      const result = await check(content);
      return result.ok ? [] : result.issues;
    },
  };
  try {
    const answer = await untilAborted(Promise.resolve(onAsk(question)), question.signal);
    if (answer.action !== 'accept') return answer;
    const result = await check(answer.content);
    if (!result.ok) return { action: 'cancel', reason: 'invalid' };
    // The check has made it a value of its schema.
    return { action: 'accept', content: result.value as SchemaOutput<Schema> };
  } catch (thrown) {
    if (thrown === expired) return { action: 'cancel', reason: 'expired' };
    throw thrown;
  } finally {
    stop();
    over.abort(closed);
  }
}

const expired = new Error('the time of the question is over');
const closed = new Error('the question is answered');
