import {
  createRedactor,
  executionOf,
  isControl,
  isPlainObject,
  isToolError,
  markedFields,
  marksFields,
  ownerOf,
  type CallRecord,
  type Issue,
  type RecordedOutcome,
  type Redactor,
  type ToolInvokeContext,
} from '@helve/core';
import { approvalOf, sentInput } from '../call-approval.js';
import { idempotencyKeyOf } from '../data/idempotency-key.js';
import { inputRedactors } from '../data/input-redactors.js';
import { secretRedactor } from '../data/scrub-secrets.js';
import { cleanProvenance } from './clean-provenance.js';
import { errorOfCall } from './error-of-call.js';
import { traceparentOf } from './traceparent.js';

/** Creates the record of a call, with each part redacted; it closes the intent of the call. */
export function toCallRecord(ctx: ToolInvokeContext, redactor: Redactor, intentId?: string): CallRecord {
  const cleaner = cleanerOf(ctx, redactor);
  const parts = inputParts(ctx, cleaner);
  const { kind } = ctx.outcome;
  if (kind === 'success' || kind === 'responded') {
    parts.output = cleaner.clean('output', ctx.output, cleaner.forMarked('output', ctx.output));
  } else {
    parts.error = errorOf(ctx, (value) => cleaner.clean('error', value, cleaner.always));
  }
  parts.redacted = cleaner.pointers();
  return Object.freeze(assemble(ctx, parts, { outcome: ctx.outcome, trace: ctx.trace, intentId }));
}

/** Creates the record of a call whose tool is about to run: every gate has let it pass. */
export function toIntent(ctx: ToolInvokeContext, redactor: Redactor, intentId: string): CallRecord {
  const cleaner = cleanerOf(ctx, redactor);
  const parts = inputParts(ctx, cleaner);
  parts.redacted = cleaner.pointers();
  const { deadlineAt } = ctx;
  return Object.freeze(assemble(ctx, parts, { outcome: unknown, trace: none, intentId, deadlineAt }));
}

const unknown: RecordedOutcome = Object.freeze({ kind: 'unknown' });

function cleanerOf(ctx: ToolInvokeContext, redactor: Redactor): Cleaner {
  const secrets = secretRedactor(ctx);
  return new Cleaner(ctx, secrets === undefined ? [redactor] : [secrets, redactor]);
}

/** Collects the input as sent and as the tool gets it, and its provenance. */
function inputParts(ctx: ToolInvokeContext, cleaner: Cleaner): Parts {
  const { safeInput } = ctx;
  const rawInput = sentInput(ctx);
  const forInput = cleaner.forInput(rawInput);
  const parts: Parts = { rawInput: cleaner.clean('rawInput', rawInput, forInput), input: undefined, redacted: none };
  // The common case: the input was sent as it is, and nothing had to be removed.
  const isAsSent = forInput === cleaner.always && cleaner.pointers().length === 0 && isSameFlat(rawInput, safeInput);
  parts.input = isAsSent ? parts.rawInput : cleaner.clean('input', safeInput, cleaner.forMarked('input', safeInput));
  const { provenance } = ctx.call;
  if (provenance !== undefined) {
    parts.provenance = cleanProvenance(provenance, {
      hasOwn: cleaner.hasOwnRules(),
      cleanInput: (part, value) => cleaner.clean(part, value, cleaner.forInput(value)),
      cleanOther: (part, value) => cleaner.clean(part, value, cleaner.always),
      hide: (part) => cleaner.hide(part),
    });
  }
  return parts;
}

/** True when two objects hold equal members and no nested ones. */
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

/** The redacted parts of a record. */
type Parts = Pick<Growing, 'rawInput' | 'input' | 'redacted'> &
  Partial<Pick<Growing, 'output' | 'error' | 'provenance'>>;

/** The parts that differ between an intent and a result. */
type Said = Pick<CallRecord, 'outcome' | 'trace'> & {
  readonly intentId: string | undefined;
  readonly deadlineAt?: number | undefined;
};

/**
 * Creates the record in the order of canonical JSON, so that a trail need not sort its members; omits unknown ones. One
 * by one, since a literal of many spreads takes longer than all the rest of a record.
 */
function assemble(ctx: ToolInvokeContext, parts: Parts, said: Said): CallRecord {
  const { call, parent, sessionId, startedAt, user } = ctx;
  const { deadlineAt, intentId } = said;
  const record: Partial<Growing> = {};
  const approval = approvalOf(ctx);
  if (approval !== undefined) record.approval = approval;
  record.attempts = ctx.attempt;
  if (deadlineAt !== undefined) record.deadlineAt = new Date(Math.min(deadlineAt, LAST_DATE)).toISOString();
  if (call.door !== undefined) record.door = call.door;
  record.durationMs = ctx.durationMs ?? (ctx.finishedAt ?? ctx.now()) - startedAt;
  if (parts.error !== undefined) record.error = parts.error;
  const execution = executionOf(ctx);
  if (execution !== undefined) record.execution = execution;
  const idempotency = intentId === undefined ? undefined : idempotencyKeyOf(ctx);
  if (idempotency !== undefined) record.idempotency = idempotency;
  record.input = parts.input;
  if (intentId !== undefined) record.intentId = intentId;
  if (call.mode !== undefined) record.mode = call.mode;
  record.outcome = said.outcome;
  if ('output' in parts) record.output = parts.output;
  record.owner = ownerOf(user);
  if (parent !== undefined) record.parentRequestId = parent.requestId;
  if ('provenance' in parts) record.provenance = parts.provenance;
  record.rawInput = parts.rawInput;
  record.redacted = parts.redacted;
  record.registryVersion = ctx.registryVersion;
  record.requestId = ctx.requestId;
  if (sessionId !== undefined) record.sessionId = sessionId;
  record.startedAt = toIsoText(startedAt);
  record.toolId = ctx.toolId;
  record.toolVersion = ctx.toolVersion;
  record.trace = said.trace;
  const traceparent = traceparentOf(ctx) ?? call.traceparent;
  if (traceparent !== undefined) record.traceparent = traceparent;
  if (call.turnId !== undefined) record.turnId = call.turnId;
  record.userId = user.id;
  return record as CallRecord;
}

const none: readonly never[] = Object.freeze([]);
const HIDDEN = '[redacted]';
/** The latest possible date; a deadline may be later. */
const LAST_DATE = 8.64e15;

let isoMs = Number.NaN;
let isoText = '';

/** Formats a time; the many calls of one millisecond share its text. */
function toIsoText(ms: number): string {
  const wholeMs = Math.trunc(ms);
  if (wholeMs === isoMs) return isoText;
  isoText = new Date(wholeMs).toISOString();
  isoMs = wholeMs;
  return isoText;
}

/** Applies redactors to the parts of one record, and remembers the pointers of what they removed. */
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

  /** True when the input of this call has redaction rules of its tool, or of its own. */
  hasOwnRules(): boolean {
    const { tool } = this.#ctx;
    return marksFields(tool.inputSchema, 'input') || inputRedactors(this.#ctx).length > 0;
  }

  /** Returns the redactors of what the caller sent, including those of this call's input. */
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

  /** Removes the fields that the schema of the tool marks as sensitive. */
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

/** Describes the error with the text of unforeseen ones, redacted; callers do not see that text. */
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
