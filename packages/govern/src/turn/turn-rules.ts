/** Limits of a turn and its calls in one mode; an absent one does not apply. */
export interface TurnRules {
  /** Calls in one turn. */
  readonly retrievalCalls: number;
  readonly calls: number;
  /** Calls of programs that the model writes; they count by themselves. */
  readonly programCalls: number;
  /** Time for a call, all its attempts together. */
  readonly deadlineMs: number;
  readonly attempts: number;
  /** Time after which a retrieval causes a warning. */
  readonly retrievalMs: number;
  /** Total tool time of a turn after which it is noted, and after which it is a warning. */
  readonly noticeMs?: number;
  readonly warningMs?: number;
}

const voice: TurnRules = Object.freeze({
  retrievalCalls: 2,
  calls: 3,
  programCalls: 20,
  deadlineMs: 10_000,
  attempts: 1,
  retrievalMs: 800,
  noticeMs: 1_000,
  warningMs: 1_500,
});

const text: TurnRules = Object.freeze({
  retrievalCalls: 5,
  calls: 10,
  programCalls: 100,
  deadlineMs: 60_000,
  attempts: 3,
  retrievalMs: 2_000,
});

/** Rules by mode; other modes use those of text. */
export const turnRules: Readonly<Record<'voice' | 'text', TurnRules>> = Object.freeze({ voice, text });
