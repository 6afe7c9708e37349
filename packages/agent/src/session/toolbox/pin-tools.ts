import { ToolRegistry, type RegistrySnapshot, type ToolClass, type ToolRecord } from '@helve/core';
import type { HydrationTools } from '../../hydrate/tool-index.js';
import type { SessionTools } from '../session-options.js';
import { builtInTools, registryOf } from './built-in-tools.js';

/** Tools at the beginning of a session: later changes of their source do not reach it. */
export interface PinnedTools {
  /** The tools of the application. */
  readonly registry: RegistrySnapshot;
  /** The tools with those that are built in. */
  readonly all: RegistrySnapshot;
  /** The tools that are built in, without those whose name the application uses; none where it has no tools. */
  readonly builtIn: readonly ToolRecord[];
  /** The tools for hydration: classes stay classes. */
  readonly hydration: HydrationTools;
}

type ToolList = readonly (ToolRecord | ToolClass)[];

const bySnapshot = new WeakMap<RegistrySnapshot, PinnedTools>();
const byList = new WeakMap<ToolList, { readonly members: ToolList; readonly pinned: PinnedTools }>();

/** Pins tools; sessions that begin with equal tools share everything derived from them. */
export function pinTools(tools: SessionTools): PinnedTools {
  return isList(tools) ? pinList(tools) : pinRegistry(tools);
}

function pinRegistry(tools: RegistrySnapshot & { snapshot?(): RegistrySnapshot }): PinnedTools {
  const snapshot = tools.snapshot?.() ?? tools;
  const known = bySnapshot.get(snapshot);
  if (known !== undefined) return known;
  const builtIn = snapshot.size === 0 ? [] : builtInTools.filter((tool) => !isTaken(tool, snapshot));
  const all = withBuiltIn(snapshot, builtIn);
  const pinned = Object.freeze({ registry: snapshot, all, builtIn, hydration: all });
  bySnapshot.set(snapshot, pinned);
  return pinned;
}

function pinList(tools: ToolList): PinnedTools {
  const known = byList.get(tools);
  if (known !== undefined && isSame(known.members, tools)) return known.pinned;
  const inline = new ToolRegistry();
  const records = tools.map((tool) => inline.addInline(tool));
  const { registry, all, builtIn } = pinRegistry(inline);
  const own = tools.map((tool, index) =>
    typeof tool === 'function' ? tool : (registry.get(records[index]?.id ?? '') ?? tool),
  );
  const hydration = own.some((tool) => typeof tool === 'function') ? [...own, ...builtIn] : all;
  const pinned = Object.freeze({ registry, all, builtIn, hydration });
  byList.set(tools, { members: [...tools], pinned });
  return pinned;
}

function isTaken({ id }: ToolRecord, snapshot: RegistrySnapshot): boolean {
  return snapshot.list().some((tool) => toName(tool.id) === id || tool.name === id);
}

function withBuiltIn(snapshot: RegistrySnapshot, builtIn: readonly ToolRecord[]): RegistrySnapshot {
  if (builtIn.length === 0) return snapshot;
  return Object.freeze({
    version: snapshot.version,
    size: snapshot.size + builtIn.length,
    get: (id: string) => builtIn.find((tool) => tool.id === id) ?? snapshot.get(id),
    list: () => [...snapshot.list(), ...builtIn],
    contracts: () =>
      Object.freeze([...snapshot.contracts(), ...builtIn.flatMap((tool) => registryOf(tool).contracts())]),
  });
}

/** Approximates a provider's name of a tool. */
function toName(id: string): string {
  return id.replaceAll(/[^a-zA-Z0-9_]/g, '_');
}

function isList(tools: SessionTools): tools is ToolList {
  return Array.isArray(tools);
}

function isSame(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((member, index) => member === b[index]);
}
