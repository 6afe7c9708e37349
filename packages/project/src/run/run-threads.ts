import type { Json, ToolInvokeContext } from '@helve/core';
import { planSteps, type FileInput, type FlowPlan, type RunOptions } from '@helve/flow/engine';
import type { ProjectHost } from '../flow/create-flow-host.js';
import { memoriesIn } from '../memory/run-memories.js';
import { isCallerFiles } from '../reach/caller-files.js';
import { needsTerms } from '../term/run-terms.js';
import type { ThreadData } from './serve-run-thread.js';

/** Settings of the threads of a run. */
interface ThreadSettings {
  readonly plan: FlowPlan;
  readonly inputs: readonly FileInput[];
  /** Options of opening the files, as this thread has them. */
  readonly shared: object;
  readonly concurrency: number | undefined;
  /** True where this thread has to answer at any time. */
  readonly required: boolean;
}

/** Gives the threads of a run, which load the project themselves and get the rest as data; none where only this thread can make it. */
export function runThreads(
  { plan, inputs, shared, concurrency, required }: ThreadSettings,
  host: ProjectHost,
  ctx: ToolInvokeContext,
): RunOptions['threads'] {
  if (inputs.some(({ source }) => source !== undefined) || usesRemote(plan, host)) return undefined;
  const { configFile, overrides, threads: pool } = host;
  const data = { configFile, overrides, inputs, shared, ...collectNeeds(plan), ...doorFor(host, ctx) };
  const module = new URL('../bin/flow-thread.js', import.meta.url);
  return {
    pool,
    module,
    data: data as unknown as Json,
    required,
    ...(concurrency === undefined ? {} : { count: concurrency }),
  };
}

/** True when a worker is asked, by a step or by one inside of a step: this thread has started it. */
function usesRemote(plan: FlowPlan, { remote }: ProjectHost): boolean {
  if (remote.size === 0) return false;
  const named = JSON.stringify(planSteps(plan).map(({ tool, config }) => [tool, config]));
  return [...remote].some((name) => named.includes(JSON.stringify(name)));
}

/** Names what a thread has to load before it can take a document through the steps. */
function collectNeeds(plan: FlowPlan): Pick<ThreadData, 'tools' | 'terms' | 'memories'> {
  return { tools: planSteps(plan).map(({ tool }) => tool), terms: needsTerms(plan), memories: memoriesIn(plan) };
}

/** Names the files of the caller, so that a thread opens those and no others. */
function doorFor(host: ProjectHost, ctx: ToolInvokeContext): Pick<ThreadData, 'named'> {
  const files = host.filesFor(ctx);
  return isCallerFiles(files) ? { named: files.named } : {};
}
