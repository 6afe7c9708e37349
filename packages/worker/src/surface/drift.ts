import { canonicalJson, deepFreeze, isPlainObject, type Json, pointerTo } from '@helve/core';
import type { StructuralSurface } from './structural-surface.js';
import { configSchemaHash, splitMembers, surfaceHash, type SurfaceHash } from './surface-hash.js';

/** Differences between two records, by name or pointer. */
export interface RecordDiff {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly { readonly at: string; readonly before: Json; readonly after: Json }[];
}

/** Promises by the name of who makes them. */
export type Contracts = Readonly<Record<string, Readonly<Record<string, Json>>>>;

/** Result of comparing a record with the current state. */
export interface Drift {
  readonly drifted: boolean;
  readonly expected: string;
  readonly actual: string;
  readonly diff: RecordDiff;
}

/** Surface or hash of a surface, from a manifest or a worker; both may be missing. */
export interface SurfaceSnapshot {
  readonly hash?: Partial<SurfaceHash> | undefined;
  readonly surface?: StructuralSurface | undefined;
}

/** Schema or hash of a configuration schema, from a manifest or a worker; both may be missing. */
export interface SchemaSnapshot {
  readonly hash?: string | undefined;
  readonly schema?: unknown;
}

/** Compares the tool's own surface with the recorded one; undefined when one side has neither surface nor hash. */
export function surfaceDrift(recorded: SurfaceSnapshot, live: SurfaceSnapshot): Drift | undefined {
  const [expected, actual] = [recorded, live].map(
    ({ hash, surface }) => hash?.own ?? (surface === undefined ? undefined : surfaceHash(surface).own),
  );
  return toDrift(expected, actual, () => diffSurfaces(recorded.surface, live.surface));
}

/** Compares a live configuration schema with the recorded one; undefined when one side has neither schema nor hash. */
export function configSchemaDrift(recorded: SchemaSnapshot, live: SchemaSnapshot): Drift | undefined {
  const [expected, actual] = [recorded, live].map(
    ({ hash, schema }) => hash ?? (schema === undefined ? undefined : configSchemaHash(schema)),
  );
  return toDrift(expected, actual, () => diffSchemas(recorded.schema, live.schema));
}

/** Compares a live value, such as a version, with the recorded one; undefined when one is unknown. */
export function valueDrift(recorded: string | undefined, live: string | undefined): Drift | undefined {
  return toDrift(recorded, live, () => diffRecords(new Map([['', recorded]]), new Map([['', live]])));
}

/** Compares live contracts, such as those of actions, with the recorded ones; undefined when one side is unknown. */
export function contractDrift(recorded: Contracts | undefined, live: Contracts | undefined): Drift | undefined {
  const [expected, actual] = [recorded, live].map((one) => (one === undefined ? undefined : configSchemaHash(one)));
  return toDrift(expected, actual, () => diffContracts(recorded, live));
}

/** Returns the differences between contracts: whole ones by their name, and what changed within one by a pointer behind it. */
function diffContracts(before: Contracts | undefined, after: Contracts | undefined): RecordDiff {
  if (before === undefined || after === undefined) return nothing;
  return diffRecords(listMembers(before, after), listMembers(after, before));
}

/** Returns the members of the contracts that both sides have, and the names of the others. */
function listMembers(contracts: Contracts, others: Contracts): Map<string, unknown> {
  return new Map(
    Object.entries(contracts).flatMap(([name, contract]): (readonly [string, unknown])[] =>
      Object.hasOwn(others, name)
        ? Object.entries(contract).flatMap(([key, member]) => [...listLeaves(member, `${name}/${key}`)])
        : [[name, null]],
    ),
  );
}

/** Returns the differences between the own members of two surfaces; none when one is unknown. */
function diffSurfaces(before: StructuralSurface | undefined, after: StructuralSurface | undefined): RecordDiff {
  if (before === undefined || after === undefined) return nothing;
  return diffRecords(splitMembers(before).own, splitMembers(after).own);
}

/** Returns the differences between two schemas by JSON pointer; none when one is unknown. */
export function diffSchemas(before: unknown, after: unknown): RecordDiff {
  if (before === undefined || after === undefined) return nothing;
  return diffRecords(listLeaves(before), listLeaves(after));
}

const nothing: RecordDiff = deepFreeze({ added: [], removed: [], changed: [] });

function toDrift(expected: string | undefined, actual: string | undefined, diff: () => RecordDiff): Drift | undefined {
  if (expected === undefined || actual === undefined) return undefined;
  const drifted = expected !== actual;
  return deepFreeze({ drifted, expected, actual, diff: drifted ? diff() : nothing });
}

function diffRecords(before: ReadonlyMap<string, unknown>, after: ReadonlyMap<string, unknown>): RecordDiff {
  const both = [...before.keys()].filter((key) => after.has(key));
  const changed = both.filter((key) => canonicalJson(before.get(key)) !== canonicalJson(after.get(key)));
  return deepFreeze({
    added: [...after.keys()].filter((key) => !before.has(key)).toSorted(),
    removed: [...before.keys()].filter((key) => !after.has(key)).toSorted(),
    changed: changed.toSorted().map((at) => ({ at, before: before.get(at) as Json, after: after.get(at) as Json })),
  });
}

/** Returns all leaf values by pointer. */
function listLeaves(value: unknown, pointer = ''): Map<string, unknown> {
  const members = Array.isArray(value) || isPlainObject(value) ? Object.entries(value) : [];
  if (members.length === 0) return new Map([[pointer, value]]);
  return new Map(members.flatMap(([key, member]) => [...listLeaves(member, pointerTo(pointer, key))]));
}
