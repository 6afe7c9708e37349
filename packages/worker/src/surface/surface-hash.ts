import { digest } from '@helve/core';
import { surfaceMembers, type StructuralSurface, type SurfaceMethod } from './structural-surface.js';

/** Witnesses of a surface: of what the tool defines, and of what `ToolCapability` gives it. */
export interface SurfaceHash {
  readonly own: string;
  readonly base: string;
}

/** The hashes by which a surface is recognised; order does not matter, and a new version of Helve moves only `base`. */
export function surfaceHash(surface: StructuralSurface): SurfaceHash {
  const { own, base } = splitMembers(surface);
  return Object.freeze({ own: hashOf(Object.fromEntries(own)), base: hashOf(Object.fromEntries(base)) });
}

/** The hash of a configuration schema; the order of its keys does not matter. */
export function configSchemaHash(schema: unknown): string {
  return hashOf(schema);
}

/** The members of a surface, as far as they witness something, by whose they are. */
export function splitMembers(surface: StructuralSurface): {
  readonly own: ReadonlyMap<string, object>;
  readonly base: ReadonlyMap<string, object>;
} {
  const ofBase = new Set(surface.base ?? []);
  const members = [...surfaceMembers(surface)].map(([key, member]) => [key, hashedPart(member)] as const);
  return {
    own: new Map(members.filter(([key]) => !ofBase.has(key))),
    base: new Map(members.filter(([key]) => ofBase.has(key))),
  };
}

/** Names that a minifier made change with every build: only their number counts. */
function hashedPart(member: object): object {
  if (!isUnreliable(member)) return member;
  const { signature: _, ...rest } = member;
  return { ...rest, params: member.params.length };
}

function isUnreliable(member: object): member is SurfaceMethod {
  return 'paramsReliable' in member && member.paramsReliable === false;
}

function hashOf(value: unknown): string {
  return `sha256:${digest(value)}`;
}
