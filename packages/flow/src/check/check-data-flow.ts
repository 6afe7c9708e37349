import type { BindingKind } from '../contract/flow-document.js';
import type { IOPort } from '../contract/meta.js';
import type { Remark } from '../document/diagnostic-list.js';
import { portKey, portMatches, samePort, type ScopedPort } from '../tool/port.js';
import { Reach, type FlowGraph } from './flow-graph.js';
import { startPorts, storeOnlyTypes, type SourceBinding } from './start-ports.js';
import { contractedSteps, providedPorts, requiredPorts, type Contracts, type ContractedStep } from './step-ports.js';

/** Ways to give a step a port that it lacks. */
export interface PortSources {
  /** Names of tools that produce the port. */
  producers(port: IOPort): readonly string[];
  /** A setting of the step without which it needs no such port, such as `"applySource"`. */
  setting(node: string, port: IOPort): string | undefined;
}

const unknown: PortSources = { producers: () => [], setting: () => undefined };

/** Finds every step that asks for something which is not there when it runs. */
export function checkDataFlow(
  graph: FlowGraph,
  contracts: Contracts,
  binding: SourceBinding,
  ways: PortSources = unknown,
): Remark[] {
  const reach = new Reach(graph);
  const start = startPorts(binding).map((port): ScopedPort => ({ port }));
  const steps = contractedSteps(graph, contracts);
  const provided = new Map(steps.map((step) => [step.id, providedPorts(step)]));
  for (const node of graph.nodes) {
    if (node.kind === 'step' && node.assumed !== undefined)
      provided.set(
        node.id,
        node.assumed.map((port) => ({ port })),
      );
  }

  function checkPort(step: ContractedStep, wanted: ScopedPort, before: ReadonlySet<string>): Remark[] {
    if (start.some((port) => portMatches(wanted, port))) return [];
    const makers = [...provided]
      .filter(([, ports]) => ports.some((port) => portMatches(wanted, port)))
      .map(([id]) => id);
    if (makers.some((id) => before.has(id))) return [];
    const after = reach.after(step.id);
    const late = makers.find((id) => after.has(id));
    const key = portKey(wanted.port, wanted);
    const shared = { node: step.id, tool: step.tool, pointer: step.pointer, port: key };
    if (late !== undefined) {
      const message = `"${step.tool}" needs ${key}, which only step ${late} makes, and that runs later`;
      return [{ ...shared, severity: 'error', rule: 'port-late', message, hint: `Put step ${late} before it` }];
    }
    const beside = makers.find((id) => id !== step.id);
    const why =
      beside === undefined
        ? 'which no step before it makes'
        : `which only step ${beside} makes, and that runs beside it`;
    const unbound = binding.kind === undefined && storeOnlyTypes.includes(wanted.port.type);
    return [
      {
        ...shared,
        severity: unbound ? 'hint' : 'error',
        rule: 'port-missing',
        message: `"${step.tool}" needs ${key}, ${why}`,
        hint: hintFor(wanted.port, step, ways),
      },
    ];
  }

  return steps.flatMap((step) => {
    const wanted = requiredPorts(step);
    // The common case: a step that needs nothing.
    if (wanted.length === 0) return [];
    const before = reach.before(step.id);
    return wanted.flatMap((port) => checkPort(step, port, before));
  });
}

/** Places to read from that have what plain files lack, in words. */
const places: Readonly<Partial<Record<BindingKind, string>>> = {
  interchange: 'a file that has translations (`--existing` reads them from a file beside it)',
  store: 'the store',
};
const bindings: readonly BindingKind[] = ['interchange', 'store'];

/** Names what would give a port: a setting of the step, a tool before it, or another place to read from. */
function hintFor(port: IOPort, { id, tool }: ContractedStep, { producers, setting }: PortSources): string {
  const tools = producers(port)
    .filter((producer) => producer !== tool)
    .slice(0, 3);
  const other = setting(id, port);
  const sources = bindings.filter((kind) => startPorts({ kind }).some((provided) => samePort(provided, port)));
  const ways = [
    ...(other === undefined ? [] : [`set ${other} to work on the source`]),
    ...(tools.length === 0 ? [] : [`put ${tools.map((name) => `"${name}"`).join(' or ')} before it`]),
    ...(sources.length === 0 ? [] : [`read ${sources.map((kind) => places[kind]).join(' or ')}`]),
  ];
  const [first = 'register a tool that makes it', ...rest] = ways;
  return [first.charAt(0).toUpperCase() + first.slice(1), ...rest].join(', or ');
}
