import { errorTypes, type ErrorType } from '@helve/core';
import { errorRow, type CapabilityErrorRow, type ErrorCategory } from './error-rows.js';

/** Options of every error of this package. */
export interface CapabilityErrorOptions {
  /** Overrides the row. Rows that depend on idempotence count as not retriable by default. */
  readonly retriable?: boolean | undefined;
  /** Overrides the error type for callers, for example AUTH. */
  readonly errorType?: ErrorType | undefined;
  readonly capabilityName?: string | undefined;
  readonly instanceId?: string | undefined;
  /** True when its call had reached a worker, which may have changed something by then. Default: false. */
  readonly began?: boolean | undefined;
  /** ISO 8601 time. Default: now. */
  readonly occurredAt?: string | undefined;
  /** A code that this copy of the package does not know, preserved. */
  readonly code?: string | undefined;
  readonly cause?: unknown;
}

/** Facts about the end of a process. */
export interface ExitFacts {
  readonly exitCode?: number | null | undefined;
  readonly signal?: string | null | undefined;
}

type ErrorClass<T> = (abstract new (...args: never[]) => T) & { readonly code: string };

// Registered, so that two copies of this package recognise each other's errors.
const marker = Symbol.for('helve.capability-error');
const root = '';

/** A failure of a capability or its worker. Its facts are in fields, so that they survive the wire. */
export abstract class CapabilityError extends Error {
  static readonly code: string = root;
  readonly code: string;
  readonly category: ErrorCategory;
  readonly retriable: boolean;
  readonly errorType: ErrorType;
  readonly capabilityName: string | undefined;
  readonly instanceId: string | undefined;
  readonly began: boolean;
  readonly occurredAt: string;

  constructor(message: string, options: CapabilityErrorOptions = {}) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined);
    const lineage = listCodes(new.target);
    const row = nearestRow(lineage);
    Object.defineProperty(this, 'name', { value: new.target.name, configurable: true, writable: true });
    Object.defineProperty(this, marker, { value: lineage });
    this.code = options.code ?? new.target.code;
    this.category = row?.category ?? 'fatal';
    this.retriable = options.retriable ?? row?.retriable === true;
    this.errorType = knownType(options.errorType) ?? row?.errorType ?? 'INTERNAL';
    this.capabilityName = options.capabilityName;
    this.instanceId = options.instanceId;
    this.began = options.began === true;
    this.occurredAt = options.occurredAt ?? new Date().toISOString();
  }

  /** True for an error of this class or a subclass, made by any copy of the package. */
  static is<T>(this: ErrorClass<T>, value: unknown): value is T {
    const lineage = readMark(value);
    return lineage !== undefined && (this.code === root || lineage.includes(this.code));
  }
}

/** Returns the codes of a class and its ancestors, its own first. */
function listCodes(errorClass: { readonly code: string }): readonly string[] {
  const codes: string[] = [];
  for (let current: unknown = errorClass; isErrorClass(current); current = Object.getPrototypeOf(current)) {
    if (Object.hasOwn(current, 'code')) codes.push(current.code);
  }
  return codes;
}

function isErrorClass(value: unknown): value is { readonly code: string } {
  return typeof value === 'function' && 'code' in value && typeof value.code === 'string';
}

function nearestRow(lineage: readonly string[]): CapabilityErrorRow | undefined {
  for (const code of lineage) {
    const row = errorRow(code);
    if (row !== undefined) return row;
  }
  return undefined;
}

/** Drops an unknown error type, which a worker in another language may send. */
function knownType(type: ErrorType | undefined): ErrorType | undefined {
  return type !== undefined && Object.hasOwn(errorTypes, type) ? type : undefined;
}

function readMark(value: unknown): readonly unknown[] | undefined {
  try {
    const mark: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, marker) : undefined;
    return Array.isArray(mark) ? mark : undefined;
  } catch {
    // A hostile getter or a revoked proxy is not one of these errors.
    return undefined;
  }
}
