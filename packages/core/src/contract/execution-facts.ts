/** Facts about a body that ran in a worker or on another machine; the trail keeps them. */
export interface ExecutionFacts {
  /** The call as it is known there, in journal and log. */
  readonly callId: string;
  /** Number of times it was sent there. */
  readonly attempts: number;
  /** Its consumption, by unit. */
  readonly usage: { readonly [unit: string]: number };
}
