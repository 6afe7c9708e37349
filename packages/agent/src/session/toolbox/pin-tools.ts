import { ToolRegistry, type RegistrySnapshot, type ToolClass, type ToolRecord } from '@helve/core';
import type { HydrationTools } from '../../hydrate/tool-index.js';
import type { SessionTools } from '../session-options.js';
import { docsRegistry, toolDocs } from './tool-docs.js';

/** Tools at the beginning of a session: later changes of their source do not reach it. */
export interface PinnedTools {
  /** The tools without `tool_docs`. */
  readonly registry: RegistrySnapshot;
  /** The tools with `tool_docs`, unless there is a tool of that name. */
  readonly all: RegistrySnapshot;
  readonly hasDocs: boolean;
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
  const all = withDocs(snapshot);
  const pinned = Object.freeze({ registry: snapshot, all, hasDocs: all !== snapshot, hydration: all });
  bySnapshot.set(snapshot, pinned);
  return pinned;
}

function pinList(tools: ToolList): PinnedTools {
  const known = byList.get(tools);
  if (known !== undefined && isSame(known.members, tools)) return known.pinned;
  const inline = new ToolRegistry();
  const records = tools.map((tool) => inline.addInline(tool));
  const { registry, all, hasDocs } = pinRegistry(inline);
  const own = tools.map((tool, index) =>
    typeof tool === 'function' ? tool : (registry.get(records[index]?.id ?? '') ?? tool),
  );
  const hydration = own.some((tool) => typeof tool === 'function') ? [...own, ...(hasDocs ? [toolDocs] : [])] : all;
  const pinned = Object.freeze({ registry, all, hasDocs, hydration });
  byList.set(tools, { members: [...tools], pinned });
  return pinned;
}

/** Adds `tool_docs`, unless there are no tools to document. */
function withDocs(snapshot: RegistrySnapshot): RegistrySnapshot {
  const isTaken = snapshot.list().some(({ id, name }) => toName(id) === toolDocs.id || name === toolDocs.id);
  if (snapshot.size === 0 || isTaken) return snapshot;
  const docs = docsRegistry();
  return Object.freeze({
    version: snapshot.version,
    size: snapshot.size + 1,
    get: (id: string) => (id === toolDocs.id ? docs.get(id) : snapshot.get(id)),
    list: () => [...snapshot.list(), ...docs.list()],
    contracts: () => Object.freeze([...snapshot.contracts(), ...docs.contracts()]),
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
