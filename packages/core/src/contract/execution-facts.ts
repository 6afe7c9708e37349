/** What whoever ran a body elsewhere says of that beside the answer; the trail keeps it. */
export interface ExecutionFacts {
  /** The call as it is known there, in journal and log. */
  readonly callId: string;
  /** How often it was sent there. */
  readonly attempts: number;
  /** What it used, by unit. */
  readonly usage: { readonly [unit: string]: number };
}
