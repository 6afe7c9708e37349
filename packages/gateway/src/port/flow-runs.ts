import type { JsonObject, ToolResponse, ToolUser } from '@helve/core';

/** A flow that can be run. */
export interface FlowRow {
  readonly id: string;
  readonly description: string;
  /** Source of the flow, such as `project`. */
  readonly from: string;
  /** Reason why it cannot be run, if any. */
  readonly problem?: string;
}

/** Input of a run or a check: that of the tool `flow.run` or `flow.check`. */
export type FlowRequest = JsonObject;

/** A run, as the list of runs shows it. */
export interface FlowRun {
  readonly id: string;
  readonly flow: string;
  readonly userId: string;
  readonly state: 'running' | 'paused' | 'done' | 'partial' | 'failed' | 'cancelled';
  readonly startedAt: string;
  readonly finishedAt?: string;
  /** Reason of its failure. */
  readonly problem?: string;
  /** Id of its request in the trail. */
  readonly requestId: string;
}

/** An event of a run; `seq` counts up by one from 1, and `end` is the last. */
export type FlowEvent =
  | {
      readonly seq: number;
      readonly type: 'progress';
      readonly done: number;
      readonly total?: number;
      readonly message?: string;
    }
  | { readonly seq: number; readonly type: 'end'; readonly state: FlowRun['state']; readonly response: ToolResponse };

/** Runs flows in the background. Only the user who started a run can see it. */
export interface FlowRuns {
  list(): Promise<readonly FlowRow[]>;
  /** The answer of the tool `flow.check`, which the trail knows by this id. */
  check(request: FlowRequest, user: ToolUser, requestId: string): Promise<ToolResponse>;
  /** Begins a run, and comes back at once. */
  run(request: FlowRequest, user: ToolUser): Promise<FlowRun>;
  /** The runs of a user, newest first. */
  runs(user: ToolUser): Promise<readonly FlowRun[]>;
  get(id: string, user: ToolUser): Promise<FlowRun | undefined>;
  /** Yields the events after `after` until the run ends or the signal aborts; undefined when there is no such run. */
  watch(id: string, user: ToolUser, options: WatchOptions): Promise<AsyncIterable<FlowEvent> | undefined>;
  /** Undefined if there is no such run; one that is over stays as it is. */
  cancel(id: string, user: ToolUser): Promise<FlowRun | undefined>;
  /** Cancels what runs, and waits for it. */
  close(): Promise<void>;
}

export interface WatchOptions {
  readonly signal: AbortSignal;
  readonly after?: number;
}
