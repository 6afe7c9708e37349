import type { ErrorType } from '@helve/core';

/** Who can help: the caller, time, a bigger machine, or nobody. */
export type ErrorCategory = 'user_input' | 'transient' | 'resource' | 'fatal';

/** What is known of every error with one code. */
export interface CapabilityErrorRow {
  readonly code: string;
  /** The row whose category class and fields this one extends. */
  readonly parent?: string;
  readonly category: ErrorCategory;
  /** `if-idempotent`: only where running twice does no harm, which the host says when it makes the error. */
  readonly retriable: boolean | 'if-idempotent';
  /** Facts that travel with the error, beside those of the parent. */
  readonly fields: readonly string[];
  readonly errorType: ErrorType;
}

/** The class that an error with an unknown code becomes. */
export const categoryCodes: Readonly<Record<ErrorCategory, string>> = Object.freeze({
  user_input: 'INPUT',
  transient: 'TRANSIENT',
  resource: 'RESOURCE',
  fatal: 'FATAL',
});

type BuiltIn = readonly [
  code: string,
  parent: string | null,
  category: ErrorCategory,
  retriable: CapabilityErrorRow['retriable'],
  errorType: ErrorType,
  ...fields: string[],
];

const builtIn: readonly BuiltIn[] = [
  ['INPUT', null, 'user_input', true, 'VALIDATION', 'fieldsInvalid'],
  ['CONFIG', 'INPUT', 'user_input', true, 'PERMANENT', 'configClassName'],
  ['DISABLED', 'INPUT', 'user_input', true, 'PERMANENT'],
  ['TRANSIENT', null, 'transient', true, 'TRANSIENT', 'retryAfterSeconds'],
  ['TIMEOUT', 'TRANSIENT', 'transient', true, 'TIMEOUT', 'which', 'timeoutSeconds'],
  ['CANCELLED', 'TRANSIENT', 'transient', false, 'CANCELLED', 'callId', 'reason'],
  ['WORKER_CRASHED', 'TRANSIENT', 'transient', 'if-idempotent', 'TRANSIENT', ...crashFields()],
  ['QUEUE_FULL', 'TRANSIENT', 'transient', true, 'RATE_LIMIT', 'limit'],
  ['RESOURCE', null, 'resource', true, 'TRANSIENT', 'resourceShortfall'],
  ['WORKER_OOM', 'RESOURCE', 'resource', 'if-idempotent', 'TRANSIENT', 'exitCode', 'signal', 'evidence'],
  ['FATAL', null, 'fatal', false, 'PERMANENT'],
  ['NOT_LOADED', 'FATAL', 'fatal', false, 'NOT_FOUND'],
  ['DEFINITION', 'FATAL', 'fatal', false, 'INTERNAL', 'missing', 'details'],
  ['CRASH_LOOP', 'FATAL', 'fatal', false, 'PERMANENT', 'crashes', 'windowMs'],
  ['PROTOCOL', 'FATAL', 'fatal', false, 'INTERNAL', 'reason'],
  ['JOURNAL', 'FATAL', 'fatal', false, 'INTERNAL'],
];

const rows = new Map(builtIn.map((row) => [row[0], toRow(row)]));

/** The row of a code, if anybody registered one. */
export function errorRow(code: string): CapabilityErrorRow | undefined {
  return rows.get(code);
}

/** Every row, in the order of the table. */
export function errorRows(): readonly CapabilityErrorRow[] {
  return [...rows.values()];
}

/** Adds a row; a code means one thing for good. */
export function addErrorRow(row: CapabilityErrorRow): void {
  if (rows.has(row.code)) throw new TypeError(`Cannot register error "${row.code}": the code is taken`);
  rows.set(row.code, Object.freeze({ ...row, fields: Object.freeze([...row.fields]) }));
}

/** The facts that errors of a code carry, with those of the rows it extends. */
export function errorFields(code: string): readonly string[] {
  const row = rows.get(code);
  if (row === undefined) return [];
  return row.parent === undefined ? row.fields : [...errorFields(row.parent), ...row.fields];
}

function crashFields(): string[] {
  return ['exitCode', 'signal', 'lastStderr', 'callId', 'possibleOom', 'collateralOf'];
}

function toRow([code, parent, category, retriable, errorType, ...fields]: BuiltIn): CapabilityErrorRow {
  const facts = { code, category, retriable, fields: Object.freeze(fields), errorType };
  return Object.freeze(parent === null ? facts : { ...facts, parent });
}
