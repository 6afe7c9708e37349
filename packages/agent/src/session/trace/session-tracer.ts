/** The parts of OpenTelemetry's API that a session uses, by shape: its objects are passed in, its package is not imported. */
export interface SessionTracer {
  startSpan(name: string, options?: SpanOptions, context?: SpanContextHolder): SessionSpan;
}

export interface SpanOptions {
  readonly kind?: number;
  readonly attributes?: SpanAttributes;
}

export type SpanAttributes = { readonly [name: string]: string | number | boolean | string[] };

export interface SessionSpan {
  spanContext(): { readonly traceId: string; readonly spanId: string; readonly traceFlags: number };
  setAttributes(attributes: SpanAttributes): unknown;
  setStatus(status: { readonly code: number; readonly message?: string }): unknown;
  end(): void;
}

/** A context of OpenTelemetry. */
export interface SpanContextHolder {
  getValue(key: symbol): unknown;
  setValue(key: symbol, value: unknown): SpanContextHolder;
  deleteValue(key: symbol): SpanContextHolder;
}

/** Values that OpenTelemetry fixes. */
export const spanKinds = Object.freeze({ internal: 0, client: 2 });
export const failedStatus = 2;

// OpenTelemetry finds the parent span under this key, which is equal in every module.
const parentKey = Symbol.for('OpenTelemetry Context Key SPAN');

/** Makes a span the parent of those that are started with this context. */
export function within(span: SessionSpan): SpanContextHolder {
  return holder(new Map<symbol, unknown>([[parentKey, span]]));
}

function holder(values: ReadonlyMap<symbol, unknown>): SpanContextHolder {
  return {
    getValue: (key) => values.get(key),
    setValue: (key, value) => holder(new Map([...values, [key, value]])),
    deleteValue: (key) => holder(new Map([...values].filter(([known]) => known !== key))),
  };
}
