import type { Redactor, ToolInvokeContext } from '@helve/core';

const key = Symbol('input redactors');

/** Notes the redactor of this call's input, for hooks that store what the caller sent. */
export function noteInputRedactor(ctx: ToolInvokeContext, redactor: Redactor): void {
  ctx.data.set(key, [...inputRedactors(ctx), redactor]);
}

export function inputRedactors(ctx: ToolInvokeContext): readonly Redactor[] {
  return (ctx.data.get(key) ?? []) as readonly Redactor[];
}
