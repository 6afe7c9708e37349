/** The role of a tool for an agent: its eyes, its hands, or a deterministic helper. */
export const ToolCategory = Object.freeze({ retrieval: 'retrieval', action: 'action', utility: 'utility' } as const);
export type ToolCategory = (typeof ToolCategory)[keyof typeof ToolCategory];

/** The changes that a tool makes outside of itself. */
export const SideEffects = Object.freeze({ none: 'none', read_only: 'read_only', writes: 'writes' } as const);
export type SideEffects = (typeof SideEffects)[keyof typeof SideEffects];

/** The closed set of outside systems a tool may touch. */
export const ToolEffect = Object.freeze({
  'tm-read': 'tm-read',
  'tm-write': 'tm-write',
  'termbase-read': 'termbase-read',
  'termbase-write': 'termbase-write',
  'api-call': 'api-call',
  analytics: 'analytics',
  'remote-source-egress': 'remote-source-egress',
} as const);
export type ToolEffect = (typeof ToolEffect)[keyof typeof ToolEffect];

/** The rules a tool asks to be called under. */
export interface ToolPolicy {
  readonly category: ToolCategory;
  readonly sideEffects: SideEffects;
  readonly effects: readonly ToolEffect[];
  readonly idempotent: boolean;
  readonly requiresConfirmation: boolean;
  /** Absent means every mode. */
  readonly allowedModes?: readonly string[];
  readonly latencyBudgetMs?: number;
}

/** The policy of a tool that says nothing about itself. */
export const carefulPolicy: ToolPolicy = Object.freeze({
  category: 'action',
  sideEffects: 'writes',
  effects: Object.freeze([]),
  idempotent: false,
  requiresConfirmation: false,
});
