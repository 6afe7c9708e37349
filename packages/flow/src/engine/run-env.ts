import type { FlowPlan } from '../contract/plan.js';
import type { CallPort, FlowClock, FlowTool, Resources } from '../contract/tool.js';
import type { JsonObject } from '@helve/core';
import type { ToolEnv } from '../tool/tool-info.js';
import type { BatchLimits } from './channel/feed-batches.js';
import type { Progress } from './report/progress.js';
import type { BarrierHub } from './stage/run-barrier.js';
import type { SpoolBudget } from './channel/spool.js';
import type { Trace } from './report/trace.js';

/** Makes the tools of a plan: a fresh one for each document. */
export interface ToolFactoryPort {
  create(name: string, config?: JsonObject, env?: Pick<ToolEnv, 'files'>): FlowTool;
}

/** The step that makes a call. */
export interface CallingStep {
  readonly document: string;
  readonly node: string;
}

/** Makes the calls of steps. */
export type StepCall = (request: Parameters<CallPort['call']>[0], step: CallingStep) => ReturnType<CallPort['call']>;

/** One line that a tool wants to be seen. */
export interface StepLogEntry {
  readonly level: 'debug' | 'info' | 'warn';
  readonly message: string;
  readonly document: string;
  readonly node: string;
  readonly tool: string;
  readonly block?: string;
}

/** Environment that all documents of a run share. */
export interface RunEnv {
  readonly plan: FlowPlan;
  readonly tools: ToolFactoryPort;
  readonly call: StepCall;
  readonly resources: Resources;
  /** True when the store takes what tools cache. */
  readonly writable: boolean;
  readonly clock: FlowClock;
  readonly random: () => number;
  readonly batches: BatchLimits;
  readonly spool: SpoolBudget;
  readonly barrier: BarrierHub;
  readonly progress: Pick<Progress, 'report'>;
  readonly trace: Trace | undefined;
  readonly verifyStructure: boolean;
  readonly enforceImmutability: boolean;
  log(line: StepLogEntry): void;
}
