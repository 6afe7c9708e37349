import type { IOPort, PortSide } from '../contract/meta.js';
import type { FlowPlan, PlanStep } from '../contract/plan.js';
import { annotationKind } from '../content/payload/payload.js';
import { isSourcePort, isTargetPort, samePort } from '../tool/port.js';
import { planSteps } from './plan-steps.js';

/** A kind of annotation that steps of a plan make. */
export interface PlannedAnnotation {
  /** An overlay type, an annotation key, or `property:` and the key of a property. */
  readonly type: string;
  readonly kind: string;
  readonly side: PortSide;
  readonly layer?: string;
  /** The nodes of the steps that make it. */
  readonly steps: readonly string[];
}

const property = 'property:';

/** Lists the annotations that a plan makes, in the order of its steps; `chosen` leaves steps out. */
export function planAnnotations(
  plan: FlowPlan,
  chosen: (step: PlanStep) => boolean = () => true,
): readonly PlannedAnnotation[] {
  const found: { readonly port: IOPort; readonly steps: string[] }[] = [];
  for (const { node, contract } of planSteps(plan).filter(chosen)) {
    for (const port of contract.produces.filter(isAnnotation)) {
      const known = found.find((each) => samePort(each.port, port));
      if (known === undefined) found.push({ port, steps: [node] });
      else known.steps.push(node);
    }
  }
  return found.map(({ port: { type, side, layer }, steps }) => ({
    type,
    kind: type.startsWith(property) ? 'property' : annotationKind(type),
    side,
    ...(layer === undefined ? {} : { layer }),
    steps,
  }));
}

/** Content and the fields of layers are no annotations, and what is only rewritten is nothing new. */
function isAnnotation(port: IOPort): boolean {
  return port.optional !== true && port.type !== 'layer' && !isSourcePort(port) && !isTargetPort(port);
}
