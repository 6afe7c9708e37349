import { planSteps } from '../binding/plan-steps.js';
import { variantLocale } from '../content/block/variant.js';
import type { LocaleId } from '../contract/block.js';
import type { FlowPlan, PlanStep } from '../contract/plan.js';
import type { FlowDocument } from './io/flow-io.js';

type LocaleSet = readonly LocaleId[];
type Holder = Pick<FlowDocument, 'targets'>;

/** The locale sets that a step runs for in a document: those without a target, and those with one that it holds. */
export function localeSetsFor({ localeSets }: PlanStep, document: Holder): readonly LocaleSet[] {
  return localeSets.filter((locales) => isHeld(locales, document));
}

/** Where the documents of a run meet at a step. */
export function barrierKey({ node }: PlanStep, locales: LocaleSet): string {
  return `${node}/${locales.join('+')}`;
}

/** True when a place is one where documents meet at the step. */
export function isBarrierOf({ node }: PlanStep, barrier: string): boolean {
  return barrier.startsWith(`${node}/`);
}

/** The places that each document of a run never comes to, since it holds none of the targets. */
export function absentBarriers(plan: FlowPlan, documents: readonly Holder[]): readonly ReadonlySet<string>[] {
  const steps = planSteps(plan);
  return documents.map((document) => {
    if (document.targets === undefined) return new Set();
    const keys = steps.flatMap((step) =>
      step.localeSets.filter((locales) => !isHeld(locales, document)).map((locales) => barrierKey(step, locales)),
    );
    return new Set(keys);
  });
}

function isHeld([, ...targets]: LocaleSet, { targets: held }: Holder): boolean {
  return held === undefined || targets.length === 0 || targets.some((target) => held.includes(variantLocale(target)));
}
