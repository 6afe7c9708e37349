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

/** Where a conversation stands while a call runs: it waits for the answer, or it goes on and the answer comes later. */
export const CallBehavior = Object.freeze({ blocking: 'blocking', background: 'background' } as const);
export type CallBehavior = (typeof CallBehavior)[keyof typeof CallBehavior];

/** The fate of a running call when a person interrupts. */
export const OnInterrupt = Object.freeze({ cancel: 'cancel', finish: 'finish' } as const);
export type OnInterrupt = (typeof OnInterrupt)[keyof typeof OnInterrupt];

/** The moment at which the answer of a background call is told: at once, in the next pause, or never aloud. */
export const ResultScheduling = Object.freeze({
  interrupt: 'interrupt',
  when_idle: 'when_idle',
  silent: 'silent',
} as const);
export type ResultScheduling = (typeof ResultScheduling)[keyof typeof ResultScheduling];

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
  /** In live conversations. Default: `blocking`. */
  readonly behavior?: CallBehavior;
  /** Default: `cancel`, and `finish` for background calls. */
  readonly onInterrupt?: OnInterrupt;
}

/** The policy of a tool that says nothing about itself. */
export const carefulPolicy: ToolPolicy = Object.freeze({
  category: 'action',
  sideEffects: 'writes',
  effects: Object.freeze([]),
  idempotent: false,
  requiresConfirmation: false,
});
