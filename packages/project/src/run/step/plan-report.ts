import { OverlayType, writesContent } from '@helve/flow';
import { isCounted } from '@helve/flow/content';
import {
  needsVault,
  planAnnotations,
  planSteps,
  restoresData,
  type FlowPlan,
  type PlannedAnnotation,
  type PlanStep,
} from '@helve/flow/engine';

/** Maximum number of annotations that a report lists. */
export type AnnotationLimit = number | 'all';

/** So many are listed where nobody asked for a number. */
const USUAL_LIMIT = 20;

/** Content of the report of a run: findings, and annotations that steps make. */
export interface PlannedReport {
  readonly findings: boolean;
  readonly made: readonly PlannedAnnotation[];
  /** Null lists all annotations. */
  readonly limit: number | null;
  /** True when the content holds private data at the end, which a report does not show. */
  readonly isPrivate: boolean;
}

/** Wishes of a request and of its door. */
export interface ReportRequest {
  /** The number that was asked for: then annotations of all steps are listed. */
  readonly asked?: AnnotationLimit | undefined;
  /** The number for a run that does nothing but annotate. */
  readonly usual?: AnnotationLimit | undefined;
}

/** Decides what the report of a run lists; undefined where that is nothing. */
export function planReport(plan: FlowPlan, { asked, usual = USUAL_LIMIT }: ReportRequest): PlannedReport | undefined {
  const findings = checkSteps(plan).length > 0;
  const limit = asked ?? usual;
  const made = limit === 0 ? [] : asked === undefined ? remarkable(plan) : everyAnnotation(plan);
  if (!findings && made.length === 0) return undefined;
  return { findings, made, limit: limit === 'all' ? null : limit, isPrivate: restoresSecrets(plan) };
}

/** The steps of a plan that judge content; who only rewrites what others have found is none of them. */
export function checkSteps(plan: FlowPlan): readonly PlanStep[] {
  return planSteps(plan).filter(({ contract }) =>
    contract.produces.some(({ type, optional }) => type === OverlayType.OverlayQA && optional !== true),
  );
}

function everyAnnotation(plan: FlowPlan): readonly PlannedAnnotation[] {
  return planAnnotations(plan).filter(({ type }) => type !== OverlayType.OverlayQA);
}

/** The annotations of a run that makes nothing else; totals and findings are reported in other ways. */
function remarkable(plan: FlowPlan): readonly PlannedAnnotation[] {
  if (planSteps(plan).some(({ contract }) => writesContent(contract))) return [];
  const checks = new Set(checkSteps(plan));
  return planAnnotations(plan, (step) => !checks.has(step)).filter(({ type }) => !isCounted(type));
}

/** True when the content holds private data at the end that some step puts back. */
function restoresSecrets(plan: FlowPlan): boolean {
  const last = planSteps(plan).findLast(needsVault);
  return last !== undefined && restoresData(last);
}
