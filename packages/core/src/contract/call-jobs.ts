import type { CallOrigin, ToolUser } from './context.js';
import type { ToolResponse } from './tool-response.js';

/** A call that goes on without its caller, as data. */
export interface HandedCallFacts {
  readonly tool: string;
  readonly rawInput: unknown;
  readonly user?: ToolUser | undefined;
  readonly call?: CallOrigin | undefined;
  readonly sessionId?: string | undefined;
  readonly idempotencyKey?: string | undefined;
}

/** The job of a call that goes on without its caller. */
export interface CallJobFacts {
  readonly job: string;
  readonly state: string;
}

/** A job by its id. */
export interface CallJob {
  readonly id: string;
  /** The envelope of the call, once it has one; rejects when the signal aborts. */
  result(signal?: AbortSignal): Promise<ToolResponse>;
  cancel(): Promise<void>;
}

/** Keeps calls that nobody waits for; the host of a durable engine has it. */
export interface CallJobs {
  /** Makes a call up to its input check, by what it is handed, and goes on with it later: the answer is its job, or a refusal. */
  submit(
    facts: HandedCallFacts,
    make: (call: HandedCallFacts & { readonly requestId: string }) => Promise<ToolResponse>,
  ): Promise<ToolResponse<CallJobFacts>>;
  /** Makes a call that is under way a job. */
  adopt(facts: HandedCallFacts, response: Promise<ToolResponse>): Promise<ToolResponse<CallJobFacts>>;
  job(id: string): CallJob;
}
