import type { ToolInvokeContext } from '../contract/context.js';

/** Something a caller should know about an answer that is fine otherwise. */
export interface Warning {
  readonly code: string;
  readonly message: string;
}

// Registered, so that every room adds to one list.
const key = Symbol.for('helve.warnings');

/** Adds a warning to `meta.warnings` of the answer. */
export function warn(ctx: ToolInvokeContext, warning: Warning): void {
  const known = (ctx.data.get(key) ?? []) as readonly Warning[];
  const all = Object.freeze([...known, Object.freeze(warning)]);
  ctx.data.set(key, all);
  ctx.setMeta('warnings', all);
}
