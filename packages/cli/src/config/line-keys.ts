import { isPlainObject, nearestNames, ToolHookStage, type ProviderRegistry } from '@helve/core';
import type { GovernOptions } from '@helve/govern';
import { didYouMean, type Finding } from '../cli-errors.js';

/** What calls depend on: things for the process and for each session, or a registry that holds them already. */
export type Dependencies =
  | ProviderRegistry
  | {
      readonly singletons?: Parameters<ProviderRegistry['registerSingletons']>[0];
      readonly session?: Parameters<ProviderRegistry['registerSessionProviders']>[0];
    };

/** The rules of every call: a preset, a preset with changes, or none at all. */
export type Governance =
  | false
  | GovernOptions['preset']
  | (Omit<GovernOptions, 'preset' | 'stores' | 'trail'> & { readonly preset?: GovernOptions['preset'] });

/** A SQLite file, relative to the config, or a Postgres database. */
export type StorePlace = { readonly path?: string } | { readonly postgres: string };

/** Where capabilities are looked for, relative to the config. */
export interface WorkerPlaces {
  readonly paths?: readonly string[];
}

/** Where a project keeps its capabilities unless it says otherwise; the first of a name wins. */
export const defaultWorkerPaths: readonly string[] = Object.freeze(['capabilities', '.helve/capabilities']);

/** Where a project keeps things that it does not place itself. */
export const defaultStorePath = '.helve/helve.db';

const presets: readonly unknown[] = ['standard', 'strict'] satisfies readonly GovernOptions['preset'][];

/** True for a class, and for an object with at least one stage: one without would never run, and nobody would notice. */
export function isHook(value: unknown): boolean {
  if (typeof value === 'function') return true;
  if (typeof value !== 'object' || value === null) return false;
  return Object.keys(ToolHookStage).some((stage) => typeof Reflect.get(value, stage) === 'function');
}

export function checkDependencies(value: unknown, where: string): readonly Finding[] {
  if (isProviderRegistry(value)) return [];
  return checkMembers(
    value,
    where,
    { singletons: 'a list of [token, value]', session: 'a list of [token, factory]' },
    isPairs,
  );
}

export function isProviderRegistry(value: unknown): value is ProviderRegistry {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, 'getAllSingletons') === 'function';
}

/** The options of single rules are left to `govern` itself, which knows them. */
export function checkGovern(value: unknown, where: string): readonly Finding[] {
  if (value === false || presets.includes(value)) return [];
  if (!isPlainObject(value)) return [{ where, message: 'Expected "standard", "strict", an object or false' }];
  const { preset, stores, trail } = value;
  return [
    ...(preset === undefined || presets.includes(preset)
      ? []
      : [{ where: `${where}.preset`, message: 'Expected "standard" or "strict"' }]),
    ...(stores === undefined && trail === undefined
      ? []
      : [{ where, message: 'Its stores and its trail are those of `store`' }]),
  ];
}

export function checkStore(value: unknown, where: string): readonly Finding[] {
  const members = { path: 'the path of a file', postgres: 'a connection string' };
  const findings = checkMembers(value, where, members, (text) => typeof text === 'string' && text.trim() !== '');
  if (findings.length > 0 || Object.keys(Object(value)).length <= 1) return findings;
  return [{ where, message: 'Expected a path or a Postgres database, not both' }];
}

export function checkWorkers(value: unknown, where: string): readonly Finding[] {
  const isPaths = (paths: unknown) =>
    Array.isArray(paths) && paths.every((path) => typeof path === 'string' && path.trim() !== '');
  return checkMembers(value, where, { paths: 'a list of paths' }, isPaths);
}

function checkMembers(
  value: unknown,
  where: string,
  members: Readonly<Record<string, string>>,
  holds: (member: unknown) => boolean,
): readonly Finding[] {
  if (!isPlainObject(value)) return [{ where, message: 'Expected an object' }];
  return Object.entries(value).flatMap(([name, member]) => {
    const place = `${where}.${name}`;
    if (!Object.hasOwn(members, name)) {
      const near = didYouMean(nearestNames(name, Object.keys(members), 1));
      return [{ where: place, message: 'There is no such key', ...near }];
    }
    return member === undefined || holds(member) ? [] : [{ where: place, message: `Expected ${members[name] ?? ''}` }];
  });
}

function isPairs(value: unknown): boolean {
  if (value instanceof Map) return true;
  return Array.isArray(value) && value.every((pair) => Array.isArray(pair) && pair.length === 2);
}
