import { variantLocale } from '@helve/flow/content';
import { planSteps, type FlowPlan, type PlanStep } from '@helve/flow/engine';

/** True when a step writes targets: new ones, or (`orChanges`) those that are there. */
export function writesTarget({ contract }: PlanStep, orChanges: boolean): boolean {
  return contract.produces.some(
    ({ type, side, optional }) => type === 'target' && side === 'target' && (orChanges || optional !== true),
  );
}

/** True when a step has nothing to do without targets. */
export function readsTarget({ contract }: PlanStep): boolean {
  return contract.consumes.some(
    ({ type, side, optional }) => type === 'target' && side === 'target' && optional !== true,
  );
}

/** The targets that steps of a plan write. */
export function madeTargets(plan: FlowPlan): readonly string[] {
  return targetsOf(planSteps(plan).filter((step) => writesTarget(step, true)));
}

/** The targets that steps of a plan translate into, or (`orChanges`) change; a step with a locale of its own does not translate. */
export function translatedTargets(plan: FlowPlan, orChanges = false): readonly string[] {
  const isTranslating = (step: PlanStep) => writesTarget(step, orChanges) && step.contract.defaultLocale === undefined;
  return targetsOf(planSteps(plan).filter(isTranslating));
}

function targetsOf(steps: readonly PlanStep[]): readonly string[] {
  const locales = steps.flatMap(({ localeSets }) => localeSets.flatMap(([, ...targets]) => targets.map(variantLocale)));
  return [...new Set(locales)];
}
