import {
  createRedactor,
  isControl,
  isToolError,
  type CallRecord,
  type Issue,
  type Redactor,
  type ToolInvokeContext,
} from '@helve/core';
import { inputRedactors } from '../data/input-redactors.js';
import { markedFields } from '../data/marked-fields.js';
import { secretRedactor } from '../data/scrub-secrets.js';
import { errorOfCall } from './error-of-call.js';
import { traceparentOf } from './traceparent.js';

/** Everything that stays of a call, with the redactor applied to each part of it. */
export function toCallRecord(ctx: ToolInvokeContext, redactor: Redactor): CallRecord {
  const redacted: string[] = [];
  const clean = (part: string, value: unknown, redactors: readonly Redactor[]): unknown => {
    let copy = value;
    for (const { redact } of redactors) {
      const result = redact(copy);
      copy = result.value;
      redacted.push(...result.redacted.map((pointer) => `/${part}${pointer}`));
    }
    return copy;
  };
  const always = [secretRedactor(ctx), redactor].filter((one) => one !== undefined);
  const raw = [...markedRedactor(ctx, 'input', ctx.rawInput), ...inputRedactors(ctx), ...always];
  const parsed = [...markedRedactor(ctx, 'input', ctx.safeInput), ...always];
  const answer = [...markedRedactor(ctx, 'output', ctx.output), ...always];

  const { parent, sessionId, call, startedAt, finishedAt } = ctx;
  const traceparent = traceparentOf(ctx) ?? call.traceparent;
  const isAnswered = ctx.outcome.kind === 'success' || ctx.outcome.kind === 'responded';
  const record: CallRecord = {
    requestId: ctx.requestId,
    ...(parent === undefined ? {} : { parentRequestId: parent.requestId }),
    toolId: ctx.toolId,
    toolVersion: ctx.toolVersion,
    registryVersion: ctx.registryVersion,
    userId: ctx.user.id,
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(call.door === undefined ? {} : { door: call.door }),
    ...(call.mode === undefined ? {} : { mode: call.mode }),
    ...(call.turnId === undefined ? {} : { turnId: call.turnId }),
    ...(traceparent === undefined ? {} : { traceparent }),
    startedAt: new Date(startedAt).toISOString(),
    durationMs: ctx.durationMs ?? (finishedAt ?? ctx.now()) - startedAt,
    attempts: ctx.attempt,
    outcome: ctx.outcome,
    rawInput: clean('rawInput', ctx.rawInput, raw),
    input: clean('input', ctx.safeInput, parsed),
    ...(isAnswered ? { output: clean('output', ctx.output, answer) } : {}),
    ...(isAnswered ? {} : { error: errorOf(ctx, (text) => clean('error', text, always)) }),
    trace: ctx.trace,
    ...(call.provenance === undefined ? {} : { provenance: clean('provenance', call.provenance, raw) }),
    redacted: [],
  };
  return Object.freeze({ ...record, redacted: Object.freeze([...new Set(redacted)]) });
}

/** Takes out the fields that the schema of the tool marks as sensitive. */
function markedRedactor(ctx: ToolInvokeContext, side: 'input' | 'output', value: unknown): Redactor[] {
  const schema = side === 'input' ? ctx.tool.inputSchema : ctx.tool.outputSchema;
  const { optional, required } = markedFields(value, schema, side);
  const paths = [...optional, ...required];
  return paths.length === 0 ? [] : [createRedactor({ paths, keys: [], patterns: [] })];
}

/** Callers are told little of an unforeseen error; here its text stays, redacted. */
function errorOf(ctx: ToolInvokeContext, clean: (value: unknown) => unknown): NonNullable<CallRecord['error']> {
  const { error: thrown } = ctx;
  const error = errorOfCall(ctx);
  const foreseen = isToolError(thrown) || isControl(thrown);
  const issues = error.details?.['issues'];
  return {
    type: error.type,
    ...(error.code === undefined ? {} : { code: error.code }),
    message: String(clean(foreseen ? error.message : textOf(thrown))),
    ...(Array.isArray(issues) ? { issues: clean(issues) as readonly Issue[] } : {}),
  };
}

function textOf(thrown: unknown): string {
  try {
    return thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);
  } catch {
    return 'a value that cannot be printed';
  }
}
