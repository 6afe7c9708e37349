import { digest, type Json } from '@helve/core';
import { writesContent, type ToolLookup } from '@helve/flow';
import { planSteps, type FlowPlan, type PlanStep } from '@helve/flow/engine';
import type { ResolvedConfig } from '../config/config-keys.js';
import { readVersion } from '../version.js';
import { checkSteps } from './step/plan-report.js';
import type { OutputRecord } from './record/output-record.js';
import { hashFile, type RunMark } from './record/output-store.js';
import type { PlannedFile, PlannedRun } from './plan-run.js';
import type { RunRequest } from './run-request.js';

/** Requirements that do not change what a step makes of a text. */
const steady: ReadonlySet<string> = new Set(['target-language', 'credentials', 'network']);

/**
 * True when equal inputs give equal outputs, and nothing but those: no step checks or counts, looks into a memory, a
 * termbase or a file, or runs a program or a plugin.
 */
export function isRepeatable(plan: FlowPlan, tools: ToolLookup, config: ResolvedConfig): boolean {
  if (config.plugins.length > 0 || checkSteps(plan).length > 0) return false;
  return planSteps(plan).every((step) => isRepeatableStep(step, tools));
}

function isRepeatableStep({ tool, config, contract }: PlanStep, tools: ToolLookup): boolean {
  const { requires = [], exec } = contract;
  if (!writesContent(contract) || exec === true || requires.some((need) => !steady.has(need))) return false;
  const properties = Object.entries(tools.get(tool)?.schema.properties ?? {});
  return properties.every(([name, property]) => {
    const isOutside = property['x-path'] !== undefined || property['x-calls'] === true || property['x-steps'] === true;
    return !isOutside || config[name] === undefined;
  });
}

/** Marks of the files of a run: what each is made of, and by which plan. */
export async function markInputs(
  { plan, files }: PlannedRun,
  { only, except, onError }: RunRequest,
  config: ResolvedConfig,
): Promise<ReadonlyMap<string, RunMark>> {
  const facts = { plan: plan.hash, only, except, onError, formats: config.formats, version: readVersion() };
  const planMark = digest(JSON.parse(JSON.stringify(facts)) as Json);
  const marks = new Map<string, RunMark>();
  for (const { input, format } of files) {
    const { id, path, options, blocks, existing = [] } = input;
    if (path === undefined) continue;
    const hashes = await Promise.all([path, ...existing.map((one) => one.path)].map(hashFile));
    const own = { format: format.id, options, blocks, existing, hashes };
    marks.set(id, { plan: planMark, input: digest(JSON.parse(JSON.stringify(own)) as Json) });
  }
  return marks;
}

/** The files whose outputs are not what this run would make of them again. */
export async function changedInputs(
  files: readonly PlannedFile[],
  marks: ReadonlyMap<string, RunMark>,
  record: Pick<OutputRecord, 'find'>,
): Promise<readonly PlannedFile[]> {
  const changed: PlannedFile[] = [];
  for (const file of files) {
    const mark = marks.get(file.input.id);
    const known = await Promise.all(file.outputs.map(({ path }) => record.find(path)));
    const isSame = known.every((entry) => entry?.plan === mark?.plan && entry?.input === mark?.input);
    if (mark === undefined || known.length === 0 || !isSame) changed.push(file);
  }
  return changed;
}
