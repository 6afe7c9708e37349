import type { ToolInvokeContext } from '@helve/core';

/** Something a caller should know about an answer that is fine otherwise. */
export interface Warning {
  readonly code: string;
  readonly message: string;
}

const warnings = Symbol('warnings');

/** Adds a warning to `meta.warnings` of the answer. */
export function warn(ctx: ToolInvokeContext, warning: Warning): void {
  const known = (ctx.data.get(warnings) ?? []) as readonly Warning[];
  const all = Object.freeze([...known, Object.freeze(warning)]);
  ctx.data.set(warnings, all);
  ctx.setMeta('warnings', all);
}
