import { isPlainObject, nearestNames, type JsonObject } from '@helve/core';
import type { GateThresholds, Suppression } from '@helve/l10n';
import { didYouMean, type Finding } from '../cli-errors.js';
import type { ConfigKey } from './config-key.js';

/** The locales of a project. */
export interface ProjectLocales {
  readonly source?: string;
  readonly targets?: readonly string[];
}

/** Files of a project: where they are, what they are, and where their translations go. */
export interface ContentRow {
  readonly path: string;
  readonly format?: string;
  /** A template of output paths, as `-o` takes it. */
  readonly target?: string;
}

/** Config by name: of flow tools, or of formats. */
export interface ConfigByName {
  readonly [id: string]: JsonObject;
}

/** What every redaction of a project takes out. */
export interface ProjectRedaction {
  /** No step may send text away before a redaction. */
  readonly required?: boolean;
  readonly rules?: readonly JsonObject[];
  readonly presets?: readonly string[];
}

/** How much checks may find, and what they find in vain. */
export interface ProjectChecks {
  readonly gate?: Partial<GateThresholds>;
  readonly ignore?: readonly Suppression[];
}

/** Where a project keeps its flows unless it says otherwise. */
export const defaultFlowPaths: readonly string[] = Object.freeze(['.helve/flows']);

/** Whether `tools` is a list, and not config of flow tools. */
export function isToolList<List extends readonly unknown[]>(tools: List | ConfigByName): tools is List {
  return Array.isArray(tools);
}

/** Whether an entry of `tools` is config of flow tools. */
export function isPresets(entry: unknown): entry is { readonly presets: ConfigByName } {
  return isPlainObject(entry) && Object.keys(entry).length === 1 && isPlainObject(entry['presets']);
}

type Check = ConfigKey<unknown>['check'];

interface Member {
  readonly wanted: string;
  readonly holds: (value: unknown) => boolean;
  readonly required?: boolean;
}

const text: Member = { wanted: 'a text', holds: isText };
const needed: Member = { ...text, required: true };
const flag: Member = { wanted: 'true or false', holds: (value) => typeof value === 'boolean' };
const texts: Member = { wanted: 'a list of texts', holds: (value) => Array.isArray(value) && value.every(isText) };
const count: Member = {
  wanted: 'a whole number from -1 on',
  holds: (value) => Number.isInteger(value) && Number(value) >= -1,
};
const share: Member = {
  wanted: 'a number from 0 to 100',
  holds: (value) => typeof value === 'number' && value >= 0 && value <= 100,
};
const locale: Member = { wanted: 'a locale such as "de" or "pt-BR"', holds: isLocale };
const locales: Member = {
  wanted: 'a list of locales',
  holds: (value) => Array.isArray(value) && value.every(isLocale),
};
const day: Member = {
  wanted: 'a date such as "2030-01-31"',
  holds: (value) => isText(value) && /^\d{4}-\d\d-\d\d$/.test(String(value)),
};

export const checkLocales: Check = (value, where) => members(value, where, { source: locale, targets: locales });

export const checkContent: Check = (value, where) => rows(value, where, { path: needed, format: text, target: text });

export const checkRedaction: Check = (value, where) => {
  const list: Member = {
    wanted: 'a list of objects',
    holds: (rules) => Array.isArray(rules) && rules.every(isPlainObject),
  };
  return members(value, where, { required: flag, rules: list, presets: texts });
};

export const checkChecks: Check = (value, where) => {
  const any: Member = { wanted: 'anything', holds: () => true };
  const findings = members(value, where, { gate: any, ignore: any });
  if (!isPlainObject(value)) return findings;
  const { gate, ignore } = value;
  return [
    ...findings,
    ...(gate === undefined ? [] : checkGate(gate, `${where}.gate`)),
    ...(ignore === undefined ? [] : checkIgnore(ignore, `${where}.ignore`)),
  ];
};

function checkGate(value: unknown, where: string): readonly Finding[] {
  return members(value, where, { maxCritical: count, maxMajor: count, maxMinor: count, minScore: share });
}

/** Findings that a project lives with: each with its reason. */
export function checkIgnore(value: unknown, where: string): readonly Finding[] {
  const row = { fingerprint: text, rule: text, files: texts, locale, until: day, reason: needed };
  const findings = rows(value, where, row);
  if (findings.length > 0 || !Array.isArray(value)) return findings;
  return value.flatMap((entry: object, index) =>
    'fingerprint' in entry || 'rule' in entry
      ? []
      : [{ where: `${where}[${index}]`, message: 'Expected a fingerprint or a rule' }],
  );
}

/** Config by name; whether the names and their parameters exist is asked when the tools are there. */
export const checkByName: Check = (value, where) => {
  if (!isPlainObject(value)) return [{ where, message: 'Expected an object' }];
  return Object.entries(value).flatMap(([id, config]) =>
    isPlainObject(config) ? [] : [{ where: `${where}.${id}`, message: 'Expected an object with parameters' }],
  );
};

function rows(value: unknown, where: string, table: Readonly<Record<string, Member>>): readonly Finding[] {
  if (!Array.isArray(value)) return [{ where, message: 'Expected a list of objects' }];
  return value.flatMap((row: unknown, index) => members(row, `${where}[${index}]`, table));
}

function members(value: unknown, where: string, table: Readonly<Record<string, Member>>): readonly Finding[] {
  if (!isPlainObject(value)) return [{ where, message: 'Expected an object' }];
  const missing = Object.entries(table)
    .filter(([name, { required }]) => required === true && value[name] === undefined)
    .map(([name]) => ({ where: `${where}.${name}`, message: 'It is required' }));
  const wrong = Object.entries(value).flatMap(([name, member]) => {
    const place = `${where}.${name}`;
    const row = Object.hasOwn(table, name) ? table[name] : undefined;
    if (row === undefined) {
      return [
        { where: place, message: 'There is no such key', ...didYouMean(nearestNames(name, Object.keys(table), 1)) },
      ];
    }
    return member === undefined || row.holds(member) ? [] : [{ where: place, message: `Expected ${row.wanted}` }];
  });
  return [...wrong, ...missing];
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '';
}

function isLocale(value: unknown): boolean {
  try {
    return typeof value === 'string' && Intl.getCanonicalLocales(value).length === 1;
  } catch {
    return false;
  }
}
