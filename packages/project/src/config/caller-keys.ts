import {
  isPlainObject,
  ToolHookStage,
  type JsonSchemaObject,
  type ProviderRegistry,
  type SessionFactory,
  type Token,
} from '@helve/core';
import type { GovernOptions } from '@helve/govern';
import type { ProblemDetail } from '../project-errors.js';
import { called, checkMembers, membersSchema, text, type Members, type Shape } from './shape.js';

/** Dependencies of calls: values for the process and for each session, or a registry that holds them already. */
export type Dependencies =
  | ProviderRegistry
  | {
      readonly singletons?: readonly (readonly [Token, unknown])[];
      readonly session?: readonly (readonly [Token, SessionFactory])[];
    };

/** The rules of every call: a preset, a preset with changes, or none at all. */
export type Governance =
  | false
  | GovernOptions['preset']
  | (Omit<GovernOptions, 'preset' | 'stores' | 'trail'> & { readonly preset?: GovernOptions['preset'] });

/** A SQLite file, relative to the config, or a Postgres database; and the key that signs the trail. */
export type StoreLocation = ({ readonly path?: string } | { readonly postgres: string }) & {
  readonly trailKey?: string;
};

/** Where a project keeps things that it does not place itself. */
export const defaultStorePath = '.helve/helve.db';

/** Where the key that signs the trail is made, unless the config names one. */
export const defaultTrailKey = '.helve/trail.key';

const presets: readonly string[] = ['standard', 'strict'] satisfies readonly GovernOptions['preset'][];

const pairs: Pick<Shape, 'holds' | 'schema'> = {
  holds: isPairs,
  schema: { type: 'array', items: { type: 'array', minItems: 2, maxItems: 2 } },
};
const dependencyMembers: Members = {
  singletons: { wanted: 'a list of [token, value]', ...pairs },
  session: { wanted: 'a list of [token, factory]', ...pairs },
};
const storeMembers: Members = {
  path: called('the path of a file', text),
  postgres: called('a connection string', text),
  trailKey: called('the path of a file', text),
};

/** JSON Schemas of the keys of this domain. */
export const callerKeySchemas = Object.freeze({
  dependencies: membersSchema(dependencyMembers),
  govern: {
    anyOf: [
      { const: false },
      { enum: presets },
      { type: 'object', properties: { preset: { enum: presets }, stores: false, trail: false } },
    ],
  },
  store: { ...membersSchema(storeMembers), not: { required: ['path', 'postgres'] } },
} satisfies Record<string, JsonSchemaObject>);

/** True for a class, and for an object with at least one stage: one without would never run, and nobody would notice. */
export function isHook(value: unknown): boolean {
  if (typeof value === 'function') return true;
  if (typeof value !== 'object' || value === null) return false;
  return Object.keys(ToolHookStage).some((stage) => typeof Reflect.get(value, stage) === 'function');
}

export function checkDependencies(value: unknown, where: string): readonly ProblemDetail[] {
  if (isProviderRegistry(value)) return [];
  return checkMembers(value, where, dependencyMembers);
}

export function isProviderRegistry(value: unknown): value is ProviderRegistry {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, 'getAllSingletons') === 'function';
}

/** The options of single rules are left to `govern` itself, which knows them. */
export function checkGovern(value: unknown, where: string): readonly ProblemDetail[] {
  if (value === false || isPreset(value)) return [];
  if (!isPlainObject(value)) return [{ where, message: 'Expected "standard", "strict", an object or false' }];
  const { preset, stores, trail } = value;
  return [
    ...(preset === undefined || isPreset(preset)
      ? []
      : [{ where: `${where}.preset`, message: 'Expected "standard" or "strict"' }]),
    ...(stores === undefined && trail === undefined
      ? []
      : [{ where, message: 'Its stores and its trail are those of `store`' }]),
  ];
}

export function checkStore(value: unknown, where: string): readonly ProblemDetail[] {
  const findings = checkMembers(value, where, storeMembers);
  if (findings.length > 0 || !(isPlainObject(value) && 'path' in value && 'postgres' in value)) return findings;
  return [{ where, message: 'Expected a path or a Postgres database, not both' }];
}

function isPreset(value: unknown): boolean {
  return presets.some((preset) => preset === value);
}

function isPairs(value: unknown): boolean {
  if (value instanceof Map) return true;
  return Array.isArray(value) && value.every((pair) => Array.isArray(pair) && pair.length === 2);
}
