import type { IOPort } from '../contract/meta.js';
import type { ResolvedContract } from '../contract/plan.js';
import { isSourcePort, isTargetPort, type ScopedPort } from '../tool/port.js';
import type { FlowGraph, StepNode } from './flow-graph.js';

/** The contract of every step whose tool is known, by node. */
export type Contracts = ReadonlyMap<string, ResolvedContract>;

/** A step with its contract. */
export interface ContractedStep extends StepNode {
  readonly contract: ResolvedContract;
}

/** The steps of a graph whose contracts are known, in order. */
export function contractedSteps({ nodes }: FlowGraph, contracts: Contracts): ContractedStep[] {
  return nodes.flatMap((node) => {
    const contract = contracts.get(node.id);
    return node.kind === 'step' && contract !== undefined ? [{ ...node, contract }] : [];
  });
}

/** Lists the ports that a step writes, rewritten ones included. */
export function writtenPorts({ contract, variants }: ContractedStep): ScopedPort[] {
  return scoped(contract.produces, variants, contract.id);
}

/** Lists the ports that a step adds. */
export function providedPorts(step: ContractedStep): ScopedPort[] {
  return writtenPorts(step).filter(({ port }) => port.optional !== true);
}

/** Lists the ports that a step requires. */
export function requiredPorts({ contract, variants }: ContractedStep): ScopedPort[] {
  return scoped(contract.consumes.filter(isRequired), variants, undefined);
}

/** True when a step rewrites the source. */
export function isTransformer({ contract }: ContractedStep): boolean {
  return contract.produces.some(isSourcePort);
}

/** True when a step commits targets, rather than rewriting those that are there. */
export function commitsTarget(step: ContractedStep): boolean {
  return step.contract.produces.some((port) => isTargetPort(port) && isRequired(port));
}

/** True when source text leaves for a remote system in a step. */
export function hasRemoteEgress({ contract }: ContractedStep): boolean {
  return contract.sideEffects?.includes('remote-source-egress') === true;
}

function isRequired({ optional }: IOPort): boolean {
  return optional !== true;
}

function scoped(ports: readonly IOPort[], variants: readonly string[], tool: string | undefined): ScopedPort[] {
  const reach = variants.length === 0 ? [undefined] : variants;
  return ports.flatMap((port) =>
    reach.map((variant) => ({ port, variant, check: port.type === 'qa' ? tool : undefined })),
  );
}
