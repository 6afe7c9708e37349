import {
  createRedactor,
  executionOf,
  isControl,
  isPlainObject,
  isToolError,
  type CallRecord,
  type Issue,
  type Redactor,
  type ToolInvokeContext,
} from '@helve/core';
import { inputRedactors } from '../data/input-redactors.js';
import { markedFields, marksFields } from '../data/marked-fields.js';
import { secretRedactor } from '../data/scrub-secrets.js';
import { cleanProvenance } from './clean-provenance.js';
import { errorOfCall } from './error-of-call.js';
import { traceparentOf } from './traceparent.js';

/** Everything that stays of a call, with the redactor applied to each part of it. */
export function toCallRecord(ctx: ToolInvokeContext, redactor: Redactor): CallRecord {
  const secrets = secretRedactor(ctx);
  const cleaner = new Cleaner(ctx, secrets === undefined ? [redactor] : [secrets, redactor]);
  const { outcome, rawInput, safeInput } = ctx;
  const record = whoAndWhen(ctx);
  const forInput = cleaner.forInput(rawInput);
  record.rawInput = cleaner.clean('rawInput', rawInput, forInput);
  // The common case: the input is what was sent, and there was nothing to take out of it.
  const isAsSent = forInput === cleaner.always && cleaner.pointers().length === 0 && isSameFlat(rawInput, safeInput);
  record.input = isAsSent ? record.rawInput : cleaner.clean('input', safeInput, cleaner.forMarked('input', safeInput));
  if (outcome.kind === 'success' || outcome.kind === 'responded') {
    record.output = cleaner.clean('output', ctx.output, cleaner.forMarked('output', ctx.output));
  } else {
    record.error = errorOf(ctx, (value) => cleaner.clean('error', value, cleaner.always));
  }
  const { provenance } = ctx.call;
  if (provenance !== undefined) {
    record.provenance = cleanProvenance(provenance, {
      hasOwn: cleaner.hasOwnRules(),
      cleanInput: (part, value) => cleaner.clean(part, value, cleaner.forInput(value)),
      cleanOther: (part, value) => cleaner.clean(part, value, cleaner.always),
      hide: (part) => cleaner.hide(part),
    });
  }
  record.redacted = cleaner.pointers();
  return Object.freeze(record);
}

/** Whether two objects hold the same members, and none of these holds others. */
function isSameFlat(one: unknown, other: unknown): boolean {
  if (!isPlainObject(one) || !isPlainObject(other)) return false;
  const names = Object.keys(one);
  if (names.length !== Object.keys(other).length) return false;
  return names.every((name) => Object.hasOwn(other, name) && one[name] === other[name] && !isObject(one[name]));
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

type Growing = { -readonly [K in keyof CallRecord]: CallRecord[K] };

/** All that needs no redaction; what is not known has no member. */
function whoAndWhen(ctx: ToolInvokeContext): Growing {
  const { parent, sessionId, call, startedAt } = ctx;
  const record: Growing = {
    requestId: ctx.requestId,
    toolId: ctx.toolId,
    toolVersion: ctx.toolVersion,
    registryVersion: ctx.registryVersion,
    userId: ctx.user.id,
    startedAt: toIsoText(startedAt),
    durationMs: ctx.durationMs ?? (ctx.finishedAt ?? ctx.now()) - startedAt,
    attempts: ctx.attempt,
    outcome: ctx.outcome,
    rawInput: undefined,
    input: undefined,
    trace: ctx.trace,
    redacted: none,
  };
  const traceparent = traceparentOf(ctx) ?? call.traceparent;
  if (parent !== undefined) record.parentRequestId = parent.requestId;
  if (sessionId !== undefined) record.sessionId = sessionId;
  if (call.door !== undefined) record.door = call.door;
  if (call.mode !== undefined) record.mode = call.mode;
  if (call.turnId !== undefined) record.turnId = call.turnId;
  if (traceparent !== undefined) record.traceparent = traceparent;
  const execution = executionOf(ctx);
  if (execution !== undefined) record.execution = execution;
  return record;
}

const none: readonly never[] = Object.freeze([]);
const HIDDEN = '[redacted]';

let isoMs = Number.NaN;
let isoText = '';

/** Calls come many to a millisecond: they share its text. */
function toIsoText(ms: number): string {
  const wholeMs = Math.trunc(ms);
  if (wholeMs === isoMs) return isoText;
  isoText = new Date(wholeMs).toISOString();
  isoMs = wholeMs;
  return isoText;
}

/** Applies redactors to the parts of one record, and remembers where they took something out. */
class Cleaner {
  readonly #ctx: ToolInvokeContext;
  readonly always: readonly Redactor[];
  #pointers: string[] | undefined;

  constructor(ctx: ToolInvokeContext, always: readonly Redactor[]) {
    this.#ctx = ctx;
    this.always = always;
  }

  clean(part: string, value: unknown, redactors: readonly Redactor[]): unknown {
    let copy = value;
    for (const { redact } of redactors) {
      const result = redact(copy);
      copy = result.value;
      for (const pointer of result.redacted) (this.#pointers ??= []).push(`/${part}${pointer}`);
    }
    return copy;
  }

  hide(part: string): string {
    (this.#pointers ??= []).push(`/${part}`);
    return HIDDEN;
  }

  /** Whether the input of this call may hold what only this tool, or this call, must hide. */
  hasOwnRules(): boolean {
    const { tool } = this.#ctx;
    return marksFields(tool.inputSchema, 'input') || inputRedactors(this.#ctx).length > 0;
  }

  /** For what the caller sent: also by the rules for the input of this call. */
  forInput(value: unknown): readonly Redactor[] {
    const own = inputRedactors(this.#ctx);
    return own.length === 0
      ? this.forMarked('input', value)
      : [...this.#marked('input', value), ...own, ...this.always];
  }

  forMarked(side: 'input' | 'output', value: unknown): readonly Redactor[] {
    const marked = this.#marked(side, value);
    return marked.length === 0 ? this.always : [...marked, ...this.always];
  }

  /** Takes out the fields that the schema of the tool marks as sensitive. */
  #marked(side: 'input' | 'output', value: unknown): readonly Redactor[] {
    const { tool } = this.#ctx;
    const { optional, required } = markedFields(value, side === 'input' ? tool.inputSchema : tool.outputSchema, side);
    if (optional.length === 0 && required.length === 0) return none;
    return [createRedactor({ paths: [...optional, ...required], keys: [], patterns: [] })];
  }

  pointers(): readonly string[] {
    return this.#pointers === undefined ? none : Object.freeze([...new Set(this.#pointers)]);
  }
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
