import type { ErrorType } from '@helve/core';

/** Categories by remedy: another request, another attempt, more resources, or none. */
export type ErrorCategory = 'user_input' | 'transient' | 'resource' | 'fatal';

/** Facts about all errors with one code. */
export interface CapabilityErrorRow {
  readonly code: string;
  /** Code of the row that this one extends, with its class and fields. */
  readonly parent?: string;
  readonly category: ErrorCategory;
  /** `if-idempotent`: only when running the call twice does no harm, which the host states when it creates the error. */
  readonly retriable: boolean | 'if-idempotent';
  /** Fields sent with the error, in addition to those of the parent. */
  readonly fields: readonly string[];
  readonly errorType: ErrorType;
}

/** Code of the class that errors with unknown codes become, by category. */
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

/** Returns the row of a registered code. */
export function errorRow(code: string): CapabilityErrorRow | undefined {
  return rows.get(code);
}

/** Returns all rows in table order. */
export function errorRows(): readonly CapabilityErrorRow[] {
  return [...rows.values()];
}

/** Adds a row; a code is never redefined. */
export function addErrorRow(row: CapabilityErrorRow): void {
  if (rows.has(row.code)) throw new TypeError(`Cannot register error "${row.code}": the code is already registered`);
  rows.set(row.code, Object.freeze({ ...row, fields: Object.freeze([...row.fields]) }));
}

/** Returns the fields of errors with a code, inherited ones included. */
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
