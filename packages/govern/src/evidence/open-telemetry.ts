import type { SpanContext } from './traceparent.js';

/**
 * The parts of OpenTelemetry's API that are used here, by shape: its objects are passed in, its package is not
 * imported.
 */
export type Attributes = { readonly [name: string]: string | number | boolean };

export interface Span {
  spanContext(): SpanContext;
  setAttributes(attributes: Attributes): unknown;
  addEvent(name: string, attributes?: Attributes): unknown;
  setStatus(status: { readonly code: number; readonly message?: string }): unknown;
  end(endTime?: number): void;
}

export interface TraceContext {
  getValue(key: symbol): unknown;
  setValue(key: symbol, value: unknown): TraceContext;
  deleteValue(key: symbol): TraceContext;
}

export interface Tracer {
  startSpan(
    name: string,
    options?: { readonly kind?: number; readonly attributes?: Attributes },
    context?: TraceContext,
  ): Span;
}

export interface Counter {
  add(value: number, attributes?: Attributes): void;
}

export interface Histogram {
  record(value: number, attributes?: Attributes): void;
}

export interface Meter {
  createCounter(name: string, options?: { readonly description?: string; readonly unit?: string }): Counter;
  createHistogram(name: string, options?: { readonly description?: string; readonly unit?: string }): Histogram;
}

/** Values that OpenTelemetry fixes. */
export const SpanKind = Object.freeze({ INTERNAL: 0 });
export const SpanStatus = Object.freeze({ OK: 1, ERROR: 2 });

// The key under which OpenTelemetry stores the current span: a registered symbol, equal in every module.
const spanKey = Symbol.for('OpenTelemetry Context Key SPAN');

/** Creates a context with this current span. */
export function contextOf(span: Pick<Span, 'spanContext'>): TraceContext {
  return context(new Map<symbol, unknown>([[spanKey, span]]));
}

function context(values: ReadonlyMap<symbol, unknown>): TraceContext {
  return {
    getValue: (key) => values.get(key),
    setValue: (key, value) => context(new Map([...values, [key, value]])),
    deleteValue: (key) => context(new Map([...values].filter(([known]) => known !== key))),
  };
}
