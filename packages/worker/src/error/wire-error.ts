import { errorTypes, isPlainObject, isToolError, ToolError, type ErrorType, type ToolErrorOptions } from '@helve/core';
import { CapabilityError } from './capability-error.js';
import { categoryCodes, errorFields, errorRow, type ErrorCategory } from './error-rows.js';
import { findErrorClass } from './register-error.js';
import { toCapabilityError } from './to-capability-error.js';

/** An error as plain data; only the code is guaranteed. */
export interface WireError {
  readonly code: string;
  readonly category?: ErrorCategory;
  readonly message?: string;
  readonly retriable?: boolean;
  readonly fields?: { readonly [name: string]: unknown };
  readonly capabilityName?: string;
  readonly instanceId?: string;
  readonly began?: boolean;
  readonly occurredAt?: string;
  readonly stack?: string;
  readonly cause?: WireError;
  readonly errors?: readonly WireError[];
}

/** Detail of an error that leaves the process: everything, its messages, or only its kind. */
export type TracebackPolicy = 'full' | 'message' | 'none';

/** Codes of foreign errors, and of thrown values that are not errors. */
const plainCode = 'ERROR';
const valueCode = 'VALUE';
const maxDepth = 16;
const hiddenMessage = 'The message of this error is not disclosed';

/** Converts any thrown value to data that survives every wire. */
export function toWireError(thrown: unknown, policy: TracebackPolicy = 'full'): WireError {
  return write(toCapabilityError(thrown), policy, []);
}

function write(error: unknown, policy: TracebackPolicy, above: readonly unknown[]): WireError {
  if (!(error instanceof Error)) return { code: valueCode, message: policy === 'none' ? hiddenMessage : print(error) };
  const head = CapabilityError.is(error) ? capabilityHead(error, policy) : plainHead(error);
  const shown = policy === 'none' ? hiddenMessage : error.message;
  const stack = policy === 'full' && error.stack !== undefined ? { stack: error.stack } : {};
  return { ...head, message: shown, ...stack, ...inner(error, policy, [...above, error]) };
}

/** Converts causes and aggregated errors, except cycles. */
function inner(error: Error, policy: TracebackPolicy, above: readonly unknown[]): Pick<WireError, 'cause' | 'errors'> {
  if (policy === 'none' || above.length >= maxDepth) return {};
  const { cause } = error;
  const errors: unknown = 'errors' in error ? error.errors : undefined;
  const list = Array.isArray(errors) ? errors.filter((one) => !above.includes(one)) : [];
  return {
    ...(cause === undefined || above.includes(cause) ? {} : { cause: write(cause, policy, above) }),
    ...(list.length === 0 ? {} : { errors: list.map((one) => write(one, policy, above)) }),
  };
}

function capabilityHead(error: CapabilityError, policy: TracebackPolicy): WireError {
  const { code, category, retriable, capabilityName, instanceId, began, occurredAt } = error;
  return {
    code,
    category,
    retriable,
    fields: policy === 'none' ? {} : toFields(error),
    ...(capabilityName === undefined ? {} : { capabilityName }),
    ...(instanceId === undefined ? {} : { instanceId }),
    ...(began ? { began } : {}),
    occurredAt,
  };
}

function toFields(error: CapabilityError): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const name of errorFields(error.code)) {
    const value: unknown = Reflect.get(error, name);
    if (value !== undefined) fields[name] = value;
  }
  if (error.errorType !== errorRow(error.code)?.errorType) fields['errorType'] = error.errorType;
  return fields;
}

/** Converts a foreign error; the fields of a `ToolError` are kept, so that it can be restored. */
function plainHead(error: Error): WireError {
  if (isToolError(error)) return { code: plainCode, fields: { name: error.name, toolError: toolFacts(error) } };
  const code: unknown = 'code' in error ? error.code : undefined;
  return { code: plainCode, fields: { name: error.name, ...(typeof code === 'string' ? { code } : {}) } };
}

function toolFacts({ type, code, retryable, retryAfterMs, partialSideEffects, details }: ToolError) {
  const flags = retryable === errorTypes[type].retryable ? {} : { retryable };
  return { type, code, retryAfterMs, partialSideEffects, details, ...flags };
}

/** Facts that the receiver adds to an error. */
export interface ReceivedBy {
  readonly capabilityName?: string | undefined;
  readonly instanceId?: string | undefined;
  readonly began?: boolean | undefined;
}

/** Restores an error from wire data: its class, fields and causes. */
export function fromWireError(wire: WireError, receiver: ReceivedBy = {}): CapabilityError {
  const { code, category, message, retriable, fields, stack, cause, ...rest } = readWire(wire);
  const error = new (findErrorClass(code, category))(message || `Cannot continue: the worker replied ${code}`, {
    ...fields,
    code,
    retriable,
    capabilityName: rest.capabilityName ?? receiver.capabilityName,
    instanceId: rest.instanceId ?? receiver.instanceId,
    began: rest.began ?? receiver.began,
    occurredAt: rest.occurredAt,
    ...(cause === undefined ? {} : { cause: readInner(cause, 1) }),
  });
  if (stack !== undefined) Object.defineProperty(error, 'stack', { value: stack, configurable: true, writable: true });
  return withErrors(error, rest, 1);
}

/** Reads wire data; fields of the wrong type, which a worker in another language may send, are dropped. */
function readWire(wire: unknown): WireError {
  if (!isPlainObject(wire) || typeof wire['code'] !== 'string') return { code: 'FATAL' };
  const sound = Object.entries(wire).filter(([name, value]) => wireTypes[name]?.(value) === true);
  return Object.fromEntries(sound) as unknown as WireError;
}

const isText = (value: unknown): value is string => typeof value === 'string';
const wireTypes: { readonly [name: string]: (value: unknown) => boolean } = {
  code: isText,
  category: (value) => isText(value) && Object.hasOwn(categoryCodes, value),
  message: isText,
  retriable: (value) => typeof value === 'boolean',
  fields: isPlainObject,
  capabilityName: isText,
  instanceId: isText,
  began: (value) => typeof value === 'boolean',
  occurredAt: isText,
  stack: isText,
  cause: isPlainObject,
  errors: Array.isArray,
};

function readInner(wire: WireError, depth: number): unknown {
  if (!isPlainObject(wire) || depth > maxDepth) return undefined;
  if (wire.code === valueCode) return wire.message;
  if (wire.code !== plainCode) return fromWireError(wire);
  return readPlain(wire, depth);
}

function readPlain(source: WireError, depth: number): Error {
  const wire = readWire(source);
  const options = wire.cause === undefined ? undefined : { cause: readInner(wire.cause, depth + 1) };
  const tool = wire.fields?.['toolError'];
  if (isToolFacts(tool)) return new ToolError(tool.type, wire.message || hiddenMessage, { ...tool, ...options });
  const { name, code } = { name: 'Error', code: undefined, ...wire.fields };
  const message = wire.message ?? '';
  const error = name === 'AggregateError' ? new AggregateError([], message, options) : new Error(message, options);
  Object.defineProperty(error, 'name', { value: name, configurable: true, writable: true });
  if (typeof code === 'string') Object.defineProperty(error, 'code', { value: code, enumerable: true });
  if (wire.stack !== undefined) error.stack = wire.stack;
  return withErrors(error, wire, depth);
}

function isToolFacts(value: unknown): value is ToolErrorOptions & { readonly type: ErrorType } {
  return isPlainObject(value) && typeof value['type'] === 'string' && Object.hasOwn(errorTypes, value['type']);
}

function withErrors<E extends Error>(error: E, { errors }: Pick<WireError, 'errors'>, depth: number): E {
  if (!Array.isArray(errors)) return error;
  const value = errors.map((one: WireError) => readInner(one, depth + 1));
  Object.defineProperty(error, 'errors', { value, configurable: true, writable: true });
  return error;
}

function print(value: unknown): string {
  try {
    return String(value);
  } catch {
    return 'a value that cannot be printed';
  }
}
