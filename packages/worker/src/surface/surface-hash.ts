import { digest } from '@helve/core';
import { surfaceMembers, type StructuralSurface, type SurfaceMethod } from './structural-surface.js';

/** Hashes of a surface: of the tool's own members, and of those from `ToolCapability`. */
export interface SurfaceHash {
  readonly own: string;
  readonly base: string;
}

/** Hashes a surface; order does not matter, and a new version of Helve changes only `base`. */
export function surfaceHash(surface: StructuralSurface): SurfaceHash {
  const { own, base } = splitMembers(surface);
  return Object.freeze({ own: hashValue(Object.fromEntries(own)), base: hashValue(Object.fromEntries(base)) });
}

/** Hashes a configuration schema, or other data; the order of keys does not matter. */
export function configSchemaHash(schema: unknown): string {
  return hashValue(schema);
}

/** Splits the hashed members of a surface into own and inherited ones. */
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

/** Returns the part of a member that is hashed: of unreliable parameter names, which change with every build, only the number. */
function hashedPart(member: object): object {
  if (!isUnreliable(member)) return member;
  const { signature: _, ...rest } = member;
  return { ...rest, params: member.params.length };
}

function isUnreliable(member: object): member is SurfaceMethod {
  return 'paramsReliable' in member && member.paramsReliable === false;
}

function hashValue(value: unknown): string {
  return `sha256:${digest(value)}`;
}
