import { deepFreeze, isPlainObject, type JsonObject } from '@helve/core';
import type { IOPort } from '../contract/meta.js';
import type { FlowPlan, PlanStep } from '../contract/plan.js';
import { portKey } from '../tool/port.js';
import { resourceSchemes } from '../tool/path-parameter.js';
import { planAnnotations, type PlannedAnnotation } from './plan-annotations.js';
import { planSteps } from './plan-steps.js';
import type { Binding } from './resolve-binding.js';

/** Facts about a run besides its plan. */
export interface ExplainFacts {
  readonly source?: Binding | undefined;
  readonly sink?: Binding | undefined;
  readonly files?: readonly ExplainedFile[] | undefined;
}

export interface ExplainedFile {
  readonly input: string;
  readonly format: string;
  readonly outputs: readonly string[];
}

export interface ExplainedStep {
  readonly node: string;
  readonly tool: string;
  readonly version: string;
  readonly label?: string;
  readonly config: JsonObject;
  readonly cardinality: string;
  readonly capability?: string;
  /** Port keys; `?` marks what is optional, or only rewritten. */
  readonly consumes: readonly string[];
  readonly produces: readonly string[];
  readonly requires: readonly string[];
  readonly effects: readonly string[];
  readonly localeSets: readonly (readonly string[])[];
  readonly onError: PlanStep['onError'];
  readonly parallelBlocks: number;
  readonly fingerprint: string;
}

/** A description of a run that has not happened. */
export interface Explanation {
  readonly schema: 'helve.explain/v1';
  readonly flow: string;
  readonly name: string;
  readonly planHash: string;
  readonly locales: { readonly source: string; readonly targets: readonly string[] };
  readonly bindings: { readonly source?: Binding; readonly sink?: Binding };
  readonly passes: readonly (readonly string[])[];
  readonly steps: readonly ExplainedStep[];
  /** The annotations that it would make. */
  readonly annotations: readonly PlannedAnnotation[];
  readonly resources: readonly string[];
  readonly files: readonly ExplainedFile[];
}

/** Says what a run would do: bindings and why, passes, steps with their resolved contracts, resources and files. */
export function explainPlan(plan: FlowPlan, { source, sink, files = [] }: ExplainFacts = {}): Explanation {
  const steps = planSteps(plan);
  return deepFreeze({
    schema: 'helve.explain/v1',
    flow: plan.flow,
    name: plan.name,
    planHash: plan.hash,
    locales: { source: plan.sourceLocale, targets: plan.targetLocales },
    bindings: { ...(source === undefined ? {} : { source }), ...(sink === undefined ? {} : { sink }) },
    passes: plan.passes,
    steps: steps.map(explainStep),
    annotations: planAnnotations(plan),
    resources: [...new Set(steps.flatMap(({ config }) => resourcesIn(config)))].sort(),
    files: [...files],
  });
}

function explainStep(step: PlanStep): ExplainedStep {
  const { contract } = step;
  return {
    node: step.node,
    tool: step.tool,
    version: step.version,
    ...(step.label === undefined ? {} : { label: step.label }),
    config: step.config,
    cardinality: contract.cardinality,
    ...(contract.capability === undefined ? {} : { capability: contract.capability }),
    consumes: contract.consumes.map(markedKey),
    produces: contract.produces.map(markedKey),
    requires: contract.requires ?? [],
    effects: contract.sideEffects ?? [],
    localeSets: step.localeSets,
    onError: step.onError,
    parallelBlocks: step.parallelBlocks,
    fingerprint: step.fingerprint,
  };
}

/** A port key as people read it: with `?` where the port is optional. */
export function markedKey(port: IOPort): string {
  return port.optional === true ? `${portKey(port)}?` : portKey(port);
}

const resource = new RegExp(`^(?:${resourceSchemes.join('|')}):.`);

function resourcesIn(value: unknown): string[] {
  if (typeof value === 'string') return resource.test(value) ? [value] : [];
  if (Array.isArray(value)) return value.flatMap(resourcesIn);
  return isPlainObject(value) ? Object.values(value).flatMap(resourcesIn) : [];
}
