import type { Remark } from '../document/diagnostic-list.js';
import {
  isPseudoPort,
  isSourcePort,
  isTargetPort,
  portKey,
  portsCollide,
  sharesVariant,
  type ScopedPort,
} from '../tool/port.js';
import type { PartHandler } from '../tool/tool-info.js';
import type { FlowGraph, ForkNode } from './flow-graph.js';
import { contractedSteps, writtenPorts, type Contracts, type ContractedStep } from './step-ports.js';

/** One port that one step of a branch writes. */
interface Write extends ScopedPort {
  readonly step: ContractedStep;
}

/** Effects of a branch that matter to its siblings. */
interface BranchWork {
  readonly steps: readonly ContractedStep[];
  readonly writes: readonly Write[];
}

/** Finds what keeps branches from running side by side: each writes apart from the others, and none touches the source. */
export function checkParallel(graph: FlowGraph, contracts: Contracts): Remark[] {
  const steps = contractedSteps(graph, contracts);
  return graph.nodes.flatMap((node) => (node.kind === 'fork' ? checkFork(node, steps) : []));
}

function checkFork(fork: ForkNode, steps: readonly ContractedStep[]): Remark[] {
  const branches = Array.from({ length: fork.branches }, (_, index) => collectWork(`${fork.id}.b${index + 1}.`, steps));
  return [
    ...branches.flatMap(({ steps: inside }) => inside.flatMap((step) => checkAlone(step, fork))),
    ...branches.flatMap((one, index) => branches.slice(index + 1).flatMap((other) => checkPair(one, other))),
  ];
}

function collectWork(path: string, steps: readonly ContractedStep[]): BranchWork {
  const inside = steps.filter(({ id }) => id.startsWith(path));
  return { steps: inside, writes: inside.flatMap((step) => writtenPorts(step).map((port) => ({ ...port, step }))) };
}

/** The innermost fork around a step speaks of it; the outer ones need not repeat it. */
function checkAlone(step: ContractedStep, fork: ForkNode): Remark[] {
  if (step.id.lastIndexOf('.b') !== fork.id.length) return [];
  const { shape = 'one-to-one', produces } = step.contract;
  return [
    ...(produces.some(isSourcePort)
      ? [conflict('parallel-source-write', step, 'rewrites the source inside a branch', 'Put it before or after')]
      : []),
    ...(shape === 'one-to-one'
      ? []
      : [conflict('parallel-shape', step, `has the shape "${shape}", but blocks may neither go nor come in a branch`)]),
  ];
}

function checkPair(one: BranchWork, other: BranchWork): Remark[] {
  return [
    ...checkPorts(one, other),
    ...checkContent(one, other),
    ...checkAnchors(one, other),
    ...checkAnchors(other, one),
    ...checkParts(one, other),
  ];
}

function checkPorts(one: BranchWork, other: BranchWork): Remark[] {
  return firstPerStep(other.writes, (write) => {
    if (isTargetPort(write.port) || isSourcePort(write.port) || write.port.type === 'layer') return undefined;
    const rival = one.writes.find((earlier) => portsCollide(earlier, write));
    if (rival === undefined) return undefined;
    const key = portKey(write.port, write);
    return {
      ...conflict('parallel-port-conflict', write.step, `writes ${key}, as does ${named(rival.step)}`),
      port: key,
    };
  });
}

function checkContent(one: BranchWork, other: BranchWork): Remark[] {
  return firstPerStep(other.writes, (write) => {
    if (!isTargetPort(write.port)) return undefined;
    const rival = one.writes.find((earlier) => isTargetPort(earlier.port) && sharesVariant(earlier, write));
    if (rival === undefined) return undefined;
    const hint = 'Give each of them its own "locales"';
    return conflict('parallel-content-conflict', write.step, `writes targets, as does ${named(rival.step)}`, hint);
  });
}

/** A mark on a target cannot be made while that target is written. */
function checkAnchors(writer: BranchWork, marker: BranchWork): Remark[] {
  return firstPerStep(marker.writes, (mark) => {
    if (mark.port.side !== 'target' || isPseudoPort(mark.port)) return undefined;
    const rival = writer.writes.find((write) => isTargetPort(write.port) && sharesVariant(write, mark));
    if (rival === undefined) return undefined;
    const problem = `marks targets (${portKey(mark.port, mark)}) that ${named(rival.step)} writes`;
    return conflict('parallel-anchor-conflict', mark.step, problem, 'Put it after the branches');
  });
}

function checkParts(one: BranchWork, other: BranchWork): Remark[] {
  return other.steps.flatMap((step) => {
    const rivals = handledBy(step).flatMap((kind) => {
      const rival = one.steps.find((earlier) => handledBy(earlier).includes(kind));
      return rival === undefined ? [] : [{ kind, rival }];
    });
    return rivals.map(({ kind, rival }) =>
      conflict('parallel-shape', step, `handles ${kind} parts, as does ${named(rival)}`),
    );
  });
}

function handledBy({ handles, contract }: ContractedStep): readonly PartHandler[] {
  const layers = contract.produces.some(({ type }) => type === 'layer');
  return layers && !handles.includes('layer') ? [...handles, 'layer'] : handles;
}

function firstPerStep(writes: readonly Write[], check: (write: Write) => Remark | undefined): Remark[] {
  const found = new Map<string, Remark>();
  for (const write of writes) {
    const finding = found.has(write.step.id) ? undefined : check(write);
    if (finding !== undefined) found.set(write.step.id, finding);
  }
  return [...found.values()];
}

function named({ id, tool }: ContractedStep): string {
  return `step ${id} "${tool}" in another branch`;
}

function conflict(
  rule: string,
  { id, tool, pointer }: ContractedStep,
  problem: string,
  hint = 'Put one after the other',
): Remark {
  return { severity: 'error', rule, node: id, tool, pointer, message: `"${tool}" ${problem}`, hint };
}
