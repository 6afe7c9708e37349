import {
  classOf,
  coreErrors,
  defineTool,
  digest,
  getDefinition,
  isToolError,
  toContract,
  toolFromClass,
  type NameMap,
  type RegistrySnapshot,
  type ToolClass,
  type ToolError,
  type ToolRecord,
} from '@helve/core';

import { agentErrors } from '../agent-errors.js';
import type { KeptValidator } from './validator/validator-of.js';

/** Tools for hydration: classes, records, or a registry. */
export type HydrationTools = RegistrySnapshot | readonly (ToolRecord | ToolClass)[];

/** A tool that a model may name. */
export class FoundTool {
  readonly record: ToolRecord;
  readonly target: ToolClass | undefined;
  /** The reason for which no call of it can be hydrated. */
  readonly problem: ToolError | undefined;
  /** Computed on first use. */
  digest: string | undefined = undefined;
  readonly validators: KeptValidator[] = [];

  constructor(record: ToolRecord, target?: ToolClass, problem?: ToolError) {
    this.record = record;
    this.target = target;
    this.problem = problem;
  }
}

/** Tools by their names at a provider. */
export interface ToolIndex {
  readonly tools: readonly FoundTool[];
  readonly registryVersion: string | undefined;
  readonly byName: ReadonlyMap<string, FoundTool>;
}

interface Kept {
  readonly index: ToolIndex;
  readonly names: NameMap | undefined;
  /** Source of the index: a registry's version, or the members of a list. */
  readonly seen: string | readonly unknown[];
}

const cache = new WeakMap<object, Kept>();
const foundByClass = new WeakMap<ToolClass, FoundTool>();
const foundByRecord = new WeakMap<ToolRecord, FoundTool>();

/** Indexes tools under the names of a provider; rebuilds the index only when either has changed. */
export function indexTools(tools: HydrationTools, names?: NameMap): ToolIndex {
  const known = cache.get(tools);
  if (known !== undefined && known.names === names && isCurrent(known.seen, tools)) return known.index;
  const index = makeIndex(tools, names);
  const seen = isRegistry(tools) ? tools.version : [...tools];
  cache.set(tools, { index, names, seen });
  return index;
}

/** Returns the digest of a definition as declared to a model without any provider's changes. */
export function definitionDigest(found: FoundTool): string {
  return (found.digest ??= digestRecord(found.record));
}

function digestRecord(record: ToolRecord): string {
  const { name, description, inputSchema: parameters } = toContract(record);
  return digest({ type: 'function', name, description, parameters });
}

function isCurrent(seen: Kept['seen'], tools: HydrationTools): boolean {
  if (isRegistry(tools)) return seen === tools.version;
  if (typeof seen === 'string' || seen.length !== tools.length) return false;
  for (let index = 0; index < seen.length; index += 1) if (seen[index] !== tools[index]) return false;
  return true;
}

function makeIndex(tools: HydrationTools, names: NameMap | undefined): ToolIndex {
  const list = isRegistry(tools) ? tools.list() : tools;
  // Internal tools do not exist to the outside.
  const all = list.map(findTool).filter(({ record }) => record.tags?.includes('internal') !== true);
  const byName = new Map<string, FoundTool>();
  for (const found of all) {
    const name = toolName(found.record, names);
    if (byName.has(name)) throw agentErrors.create('AGENT_TOOL_TWICE', { name });
    byName.set(name, found);
  }
  if (names === undefined) {
    // Ids match exactly; the name of a record matches where no id is in its way.
    for (const found of all) if (!byName.has(found.record.name)) byName.set(found.record.name, found);
  }
  return Object.freeze({ tools: all, byName, registryVersion: isRegistry(tools) ? tools.version : undefined });
}

function toolName({ id }: ToolRecord, names: NameMap | undefined): string {
  return names !== undefined && Object.hasOwn(names, id) ? (names[id] ?? id) : id;
}

function findTool(tool: ToolRecord | ToolClass): FoundTool {
  return typeof tool === 'function' ? findClass(tool) : findRecord(tool);
}

function findRecord(record: ToolRecord): FoundTool {
  const known = foundByRecord.get(record);
  if (known !== undefined) return known;
  const found = new FoundTool(record, classOf(record));
  foundByRecord.set(record, found);
  return found;
}

function findClass(target: ToolClass): FoundTool {
  const known = foundByClass.get(target);
  if (known !== undefined) return known;
  const found = makeClass(target);
  foundByClass.set(target, found);
  return found;
}

/** Indexes a class; one that cannot be a tool keeps its name, so that a call of it reports the reason. */
function makeClass(target: ToolClass): FoundTool {
  try {
    return new FoundTool(toolFromClass(target), target);
  } catch (thrown) {
    const name = getDefinition(target)?.name ?? target.name;
    const problem = isToolError(thrown)
      ? thrown
      : coreErrors.create('CALL_CLASS_INVALID', { name, problem: 'it throws' });
    return new FoundTool(absentTool(name), undefined, problem);
  }
}

/**
 * Creates a stand-in for a tool that does not exist, so that the call leaves its record; it accepts anything and does
 * nothing.
 */
export function absentTool(name: string): ToolRecord {
  return defineTool({
    id: name,
    description: 'A tool that is not there',
    inputSchema: anything,
    outputSchema: anything,
    policy: { category: 'utility', sideEffects: 'none', idempotent: true },
    execute: () => {
      throw coreErrors.create('CALL_TOOL_NOT_FOUND', { tool: name });
    },
  });
}

const anything = Object.freeze({ type: ['object', 'array', 'string', 'number', 'boolean', 'null'] } as const);

function isRegistry(tools: HydrationTools): tools is RegistrySnapshot {
  return !Array.isArray(tools);
}
