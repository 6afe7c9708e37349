import type { NoSchemaMode, SideEffects } from '@helve/core';

/** How far a session lets tools without a schema run. */
export type AllowUnvalidated = 'none' | 'read-only' | 'full';

/** What becomes of a call whose arguments nobody can check: it runs, runs with a warning, or waits for a person. */
export type NoSchemaDecision = 'run' | 'warn' | 'approve';

type Row = Readonly<Record<AllowUnvalidated, NoSchemaDecision>>;

/** By the mode of the tool and what the session allows, for a tool that does not write. */
export const noSchemaTable: Readonly<Record<NoSchemaMode, Row>> = Object.freeze({
  'read-only': Object.freeze({ none: 'approve', 'read-only': 'run', full: 'run' } as const),
  'human-approval': Object.freeze({ none: 'approve', 'read-only': 'approve', full: 'approve' } as const),
  full: Object.freeze({ none: 'approve', 'read-only': 'approve', full: 'warn' } as const),
});

/** Whether a call of a tool without a schema may run. A tool that calls itself read-only and writes is not taken at its word. */
export function noSchemaDecision(
  mode: NoSchemaMode,
  allowUnvalidated: AllowUnvalidated,
  sideEffects: SideEffects,
): NoSchemaDecision {
  if (mode === 'read-only' && sideEffects === 'writes') return 'approve';
  return noSchemaTable[mode][allowUnvalidated];
}
