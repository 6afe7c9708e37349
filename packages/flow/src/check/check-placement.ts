import { redactsData } from '../binding/vault-step.js';
import type { BindingKind } from '../contract/flow-document.js';
import type { Remark } from '../document/diagnostic-list.js';
import { isPseudoPort, isStandOffPort, isTargetPort, portKey, samePort } from '../tool/port.js';
import { Reach, type FlowGraph } from './flow-graph.js';
import { stepRemark } from './remarks.js';
import {
  commitsTarget,
  contractedSteps,
  hasRemoteEgress,
  isTransformer,
  type Contracts,
  type ContractedStep,
} from './step-ports.js';

/** Settings of the project and the run about redaction. */
export interface PlacementOptions {
  readonly redactionRequired?: boolean | undefined;
  readonly sink?: BindingKind | undefined;
}

type Rule = (step: ContractedStep, around: Surroundings, options: PlacementOptions) => Remark[];

/** The steps around one step, in order. */
interface Surroundings {
  readonly before: readonly ContractedStep[];
  readonly after: readonly ContractedStep[];
}

/** Finds every misplaced step: rewriters after targets or egress, redaction that does not cover or restore. */
export function checkPlacement(graph: FlowGraph, contracts: Contracts, options: PlacementOptions = {}): Remark[] {
  const reach = new Reach(graph);
  const steps = contractedSteps(graph, contracts);
  return steps.flatMap((step) => {
    // The common case: a step that neither rewrites the source nor sends it away.
    if (!isTransformer(step) && !hasRemoteEgress(step)) return [];
    const before = reach.before(step.id);
    const after = reach.after(step.id);
    const around = {
      before: steps.filter(({ id }) => before.has(id)),
      after: steps.filter(({ id }) => after.has(id)),
    };
    return rules.flatMap((rule) => rule(step, around, options));
  });
}

function afterTarget(step: ContractedStep, { before }: Surroundings): Remark[] {
  if (!isTransformer(step)) return [];
  const keepsUp = step.contract.produces.some(isTargetPort) && !redactsData(step);
  const committer = before.find(commitsTarget);
  if (keepsUp || committer === undefined) return [];
  const message = `"${step.tool}" rewrites the source after step ${committer.id} "${committer.tool}" has made targets of it`;
  return [stepRemark('error', 'transformer-after-target', step, message, `Put it before step ${committer.id}`)];
}

function afterRemoteEgress(step: ContractedStep, { before }: Surroundings): Remark[] {
  if (!isTransformer(step) || !redactsData(step)) return [];
  const needs = step.contract.consumes.filter(({ optional }) => optional !== true);
  const leaks = before.filter(
    (earlier) =>
      hasRemoteEgress(earlier) &&
      !earlier.contract.produces.some((produced) => needs.some((wanted) => samePort(produced, wanted))),
  );
  const [first] = leaks;
  if (first === undefined) return [];
  const where = leaks.map(({ id, tool }) => `step ${id} "${tool}"`).join(', ');
  const message = `"${step.tool}" takes text out only after ${where} has sent it to a remote system`;
  return [stepRemark('error', 'transformer-after-remote-egress', step, message, `Put it before step ${first.id}`)];
}

function redactionCoverage(step: ContractedStep, { before }: Surroundings, options: PlacementOptions): Remark[] {
  if (options.redactionRequired !== true || !hasRemoteEgress(step)) return [];
  if (before.some((earlier) => isTransformer(earlier) && redactsData(earlier))) return [];
  const message = `"${step.tool}" sends text to a remote system that no step before it has redacted, as the project demands`;
  return [
    stepRemark('error', 'redaction-coverage', step, message, 'Put "redact" before it, or choose a local provider'),
  ];
}

function redactionUnrestored(step: ContractedStep, { after }: Surroundings, { sink }: PlacementOptions): Remark[] {
  if (sink !== 'file' || !isTransformer(step) || !redactsData(step)) return [];
  if (after.some((later) => restores(later, step))) return [];
  const message = `What "${step.tool}" takes out is not put back before the file is written`;
  return [stepRemark('warning', 'redaction-unrestored', step, message, 'Put "unredact" after the last remote step')];
}

/** A step that puts back what was taken out stands behind the others by its nature. */
function latePlacement(step: ContractedStep, { before }: Surroundings): Remark[] {
  if (!isTransformer(step) || before.some((taker) => redactsData(taker) && restores(step, taker))) return [];
  const { consumes } = step.contract;
  const uses = (earlier: ContractedStep) =>
    earlier.contract.produces.some((produced) => consumes.some((wanted) => samePort(produced, wanted)));
  const idle = before.slice(before.findLastIndex(uses) + 1);
  for (const { id, tool, contract } of idle) {
    const mark = contract.produces.find(
      (port) =>
        port.side === 'source' &&
        port.optional !== true &&
        isStandOffPort(port) &&
        !consumes.some((wanted) => samePort(port, wanted)),
    );
    if (mark === undefined) continue;
    const message = `"${step.tool}" rewrites the source after step ${id} "${tool}" has marked it (${portKey(mark)})`;
    return [stepRemark('warning', 'transformer-late-placement', step, message, `Put it before step ${id}`)];
  }
  return [];
}

const rules: readonly Rule[] = [afterTarget, afterRemoteEgress, redactionCoverage, redactionUnrestored, latePlacement];

/** A restoring step reads what the other wrote beside the text, and writes the text again. */
function restores(later: ContractedStep, taker: ContractedStep): boolean {
  const produced = taker.contract.produces.filter((port) => !isPseudoPort(port));
  return (
    isTransformer(later) &&
    !redactsData(later) &&
    later.contract.consumes.some((wanted) => produced.some((port) => samePort(port, wanted)))
  );
}
