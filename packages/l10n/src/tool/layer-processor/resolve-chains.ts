import { isPlainObject, type JsonObject, pointerTo } from '@helve/core';
import {
  applyConfig,
  isSourcePort,
  isTargetPort,
  portKey,
  type Capability,
  type IOPort,
  type Refinement,
  type ResolvedContract,
  type ResolveInfo,
  type ResolverFinding,
} from '@helve/flow';
import type { LayerChainConfig } from './layer-chains.js';

const strength: readonly Capability[] = ['annotate', 'translate', 'transform'];
/** Keys of a flow step that a step of a chain may not have: they apply to the whole step. */
const outerKeys = ['onError', 'locales', 'parallelBlocks'];

/** Resolves the contract of all chains together, and reports what a chain cannot do. */
export function resolveChains(layers: LayerChainConfig, info: ResolveInfo): Refinement {
  const chains = Object.entries(layers).map(([format, { steps }]) => ({
    format,
    contracts: steps.flatMap((step) => resolveContract(step, info) ?? []),
  }));
  const contracts = chains.flatMap((chain) => chain.contracts);
  const capabilities = contracts.map((contract) => strength.indexOf(toCapability(contract)));
  return {
    capability: strength[Math.max(0, ...capabilities)] ?? 'annotate',
    cardinality: joinCardinality(contracts),
    consumes: unique(chains.flatMap((chain) => neededPorts(chain.contracts))),
    produces: unique(contracts.flatMap(({ produces }) => produces)),
    requires: [...new Set(contracts.flatMap(({ requires = [] }) => requires))],
    sideEffects: [...new Set(contracts.flatMap(({ sideEffects = [] }) => sideEffects))],
    ...(contracts.some(({ shape = 'one-to-one' }) => shape !== 'one-to-one') ? { shape: 'free' } : {}),
    ...(contracts.some(({ mayRemoveCodes }) => mayRemoveCodes === true) ? { mayRemoveCodes: true } : {}),
    diagnostics: [
      ...Object.entries(layers).flatMap(([format, { steps }]) => formFaults(format, steps)),
      ...mixFaults(contracts),
    ],
  };
}

/** Resolves the contract of one step under its config; undefined if the flow's own check reports it. */
function resolveContract(step: unknown, info: ResolveInfo): ResolvedContract | undefined {
  if (!isPlainObject(step) || typeof step['tool'] !== 'string') return undefined;
  const tool = info.tool(step['tool']);
  const config = applyConfig(tool?.schema ?? noSchema, (step['config'] ?? {}) as JsonObject);
  return tool === undefined || !config.ok ? undefined : tool.resolve(config.config).contract;
}

const noSchema = {
  $id: 'none',
  $version: '1.0.0',
  title: 'none',
  description: 'none',
  type: 'object',
  properties: {},
  additionalProperties: false,
} as const;

/**
 * Derives the capability of a tool with a handler from its ports: rewriting is transforming, writing a target is
 * translating.
 */
function toCapability({ capability, produces }: ResolvedContract): Capability {
  if (capability !== undefined) return capability;
  if (produces.some((port) => isSourcePort(port) || (isTargetPort(port) && port.optional === true))) return 'transform';
  return produces.some(isTargetPort) ? 'translate' : 'annotate';
}

function joinCardinality(contracts: readonly ResolvedContract[]): ResolvedContract['cardinality'] {
  const has = (cardinality: ResolvedContract['cardinality']) =>
    contracts.some((one) => one.cardinality === cardinality);
  if (has('bilingual')) return 'bilingual';
  return has('multilingual') ? 'multilingual' : 'monolingual';
}

/** Lists the ports that a chain needs and does not produce itself before. */
function neededPorts(contracts: readonly ResolvedContract[]): IOPort[] {
  const made = new Set<string>();
  return contracts.flatMap(({ consumes, produces }) => {
    const needed = consumes.filter((port) => !made.has(portKey(port)));
    for (const port of produces) if (port.optional !== true) made.add(portKey(port));
    return needed;
  });
}

/** Joins ports by key: one is optional only if all are. */
function unique(ports: readonly IOPort[]): IOPort[] {
  const found = new Map<string, IOPort>();
  for (const port of ports) {
    const known = found.get(portKey(port));
    if (known === undefined || known.optional === true) found.set(portKey(port), port);
  }
  return [...found.values()];
}

function formFaults(format: string, steps: readonly unknown[]): ResolverFinding[] {
  const stepsPointer = pointerTo('/layers', format, 'steps');
  return steps.flatMap((step, index): ResolverFinding[] => {
    if (!isPlainObject(step)) return [];
    const pointer = `${stepsPointer}/${index}`;
    if ('parallel' in step) {
      return [
        {
          severity: 'error',
          pointer,
          message: 'The steps of a layer cannot run in parallel',
          hint: 'List them one after the other',
        },
      ];
    }
    return outerKeys
      .filter((key) => key in step)
      .map((key) => ({
        severity: 'error',
        pointer: `${pointer}/${key}`,
        message: `"${key}" cannot be set on one step of a layer`,
        hint: 'Set it on the layer-processor step',
      }));
  });
}

/**
 * Reports rewriting steps in a chain for a pair of locales: it runs once per locale, and would rewrite the content
 * again each time.
 */
function mixFaults(contracts: readonly ResolvedContract[]): ResolverFinding[] {
  const waits = contracts.find(({ barrier }) => barrier !== undefined);
  const bilingual = contracts.some(({ cardinality }) => cardinality === 'bilingual');
  const writer = contracts.find(
    (contract) => contract.cardinality !== 'bilingual' && toCapability(contract) !== 'annotate',
  );
  return [
    ...(waits === undefined
      ? []
      : [
          {
            severity: 'error',
            message: `"${waits.id}" needs the whole document and cannot run on a layer`,
          } as const,
        ]),
    ...(bilingual && writer !== undefined
      ? [
          {
            severity: 'error',
            message: `"${writer.id}" rewrites content once for all locales and cannot be combined with steps that run for each locale`,
            hint: 'Use two layer-processor steps',
          } as const,
        ]
      : []),
  ];
}
