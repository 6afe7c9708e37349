import { token, type ToolInvokeContext } from '@helve/core';

/** Token under which a tool finds the `traceparent` header to send on, where calls are traced. */
export const traceparentToken = token<string>('traceparent');

/** The identity of a span, in this process and in others. */
export interface SpanContext {
  readonly traceId: string;
  readonly spanId: string;
  readonly traceFlags: number;
  readonly isRemote?: boolean;
}

const key = Symbol('traceparent');
const pattern = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/;

/** Parses a W3C `traceparent`; undefined for an invalid one. */
export function fromTraceparent(text: string | undefined): SpanContext | undefined {
  const [, version, traceId = '', spanId = '', flags = ''] = pattern.exec(text ?? '') ?? [];
  const isValid = version !== undefined && version !== 'ff' && /[^0]/.test(traceId) && /[^0]/.test(spanId);
  return isValid ? { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true } : undefined;
}

export function toTraceparent({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}

/** Passes the trace of a call to its tool, its record and its caller. */
export function setTraceparent(ctx: ToolInvokeContext, traceparent: string): void {
  ctx.data.set(key, traceparent);
  ctx.bindProvider(traceparentToken, traceparent);
  ctx.setMeta('traceparent', traceparent);
}

export function traceparentOf(ctx: ToolInvokeContext): string | undefined {
  return ctx.data.get(key) as string | undefined;
}
