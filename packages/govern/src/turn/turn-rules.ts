/** What a turn and its calls are held to in one mode; what is absent has no limit. */
export interface TurnRules {
  /** Calls in one turn. */
  readonly retrievalCalls: number;
  readonly calls: number;
  /** When a call has to be over, all its attempts together. */
  readonly deadlineMs: number;
  readonly attempts: number;
  /** How long one retrieval may take before somebody is warned. */
  readonly retrievalMs: number;
  /** How long all tools of a turn may take before it is noticed, and before it is a warning. */
  readonly noticeMs?: number;
  readonly warningMs?: number;
}

const voice: TurnRules = Object.freeze({
  retrievalCalls: 2,
  calls: 3,
  deadlineMs: 10_000,
  attempts: 1,
  retrievalMs: 800,
  noticeMs: 1_000,
  warningMs: 1_500,
});

const text: TurnRules = Object.freeze({
  retrievalCalls: 5,
  calls: 10,
  deadlineMs: 60_000,
  attempts: 3,
  retrievalMs: 2_000,
});

/** By mode; other modes get what text gets. */
export const turnRules: Readonly<Record<'voice' | 'text', TurnRules>> = Object.freeze({ voice, text });
