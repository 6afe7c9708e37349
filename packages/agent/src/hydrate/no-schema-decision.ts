import type { NoSchemaMode, SideEffects } from '@helve/core';

/** The extent to which a session lets tools without a schema run. */
export type AllowUnvalidated = 'none' | 'read-only' | 'full';

/** Decision on a call with unchecked arguments: it runs, runs with a warning, or waits for a person. */
export type NoSchemaDecision = 'run' | 'warn' | 'approve';

type Row = Readonly<Record<AllowUnvalidated, NoSchemaDecision>>;

/** Decisions for tools that do not write, by the tool's mode and the session's permission. */
export const noSchemaTable: Readonly<Record<NoSchemaMode, Row>> = Object.freeze({
  'read-only': Object.freeze({ none: 'approve', 'read-only': 'run', full: 'run' } as const),
  'human-approval': Object.freeze({ none: 'approve', 'read-only': 'approve', full: 'approve' } as const),
  full: Object.freeze({ none: 'approve', 'read-only': 'approve', full: 'warn' } as const),
});

/** Decides on a call of a tool without a schema. A tool that writes is not trusted to be read-only. */
export function noSchemaDecision(
  mode: NoSchemaMode,
  allowUnvalidated: AllowUnvalidated,
  sideEffects: SideEffects,
): NoSchemaDecision {
  if (mode === 'read-only' && sideEffects === 'writes') return 'approve';
  return noSchemaTable[mode][allowUnvalidated];
}
