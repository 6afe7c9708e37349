import { isPlainObject, type JsonObject, type JsonSchemaObject } from '@helve/core';
import type { GateThresholds, Suppression } from '@helve/l10n';
import type { ProblemDetail } from '../project-errors.js';
import {
  called,
  checkedElsewhere,
  checkMembers,
  checkRows,
  checkValue,
  flag,
  listShape,
  membersSchema,
  choiceShape,
  text,
  integerShape,
  type Check,
  type Members,
  type Shape,
} from './shape.js';

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

/** A folder that callers of a server may read and, if it is writable, write. */
export interface RootRow {
  readonly path: string;
  readonly write?: boolean;
}

/** Things by the names that a project gives them. */
export interface NamedTexts {
  readonly [name: string]: string;
}

/** Config by name: of flow tools, or of formats. */
export interface ConfigByName {
  readonly [id: string]: JsonObject;
}

/** Rules that every redaction of a project follows. */
export interface ProjectRedaction {
  /** No step may send text away before a redaction. */
  readonly required?: boolean;
  readonly rules?: readonly JsonObject[];
  readonly presets?: readonly string[];
}

/** Limits of what checks may find, and findings that do not count. */
export interface ProjectChecks {
  readonly gate?: Partial<GateThresholds>;
  readonly ignore?: readonly Suppression[];
}

/** The translation memories of a project, each by its name or by the path of its file. */
export interface ProjectMemories {
  /** The memories that are looked into, the first of equal matches winning. */
  readonly read?: readonly string[];
  /** The memory that learns. */
  readonly write?: string;
  /** Targets that the store sink learns: none, or those that a person has reviewed. */
  readonly learn?: 'none' | 'reviewed';
  /** The lowest score of a match, in percent. */
  readonly threshold?: number;
}

/** The termbases of a project, by name or path. */
export type ProjectTerms = string | readonly string[];

/** Default folder of the flows of a project. */
export const defaultFlowPaths: readonly string[] = Object.freeze(['.helve/flows']);

/** True when `tools` is a list, and not config of flow tools. */
export function isToolList<List extends readonly unknown[]>(tools: List | ConfigByName): tools is List {
  return Array.isArray(tools);
}

/** True when an entry of `tools` is config of flow tools. */
export function isPresets(entry: unknown): entry is { readonly presets: ConfigByName } {
  return isPlainObject(entry) && Object.keys(entry).length === 1 && isPlainObject(entry['presets']);
}

const needed = { ...text, required: true };
const texts = listShape('a list of texts', text);
const count: Shape = {
  wanted: 'a whole number from -1 on',
  holds: (value) => Number.isInteger(value) && Number(value) >= -1,
  schema: { type: 'integer', minimum: -1 },
};
const share: Shape = {
  wanted: 'a number from 0 to 100',
  holds: (value) => typeof value === 'number' && value >= 0 && value <= 100,
  schema: { type: 'number', minimum: 0, maximum: 100 },
};
const locale: Shape = {
  wanted: 'a locale such as "de" or "pt-BR"',
  holds: isLocale,
  schema: { type: 'string', pattern: '^(?:[A-Za-z]{2,3}|[A-Za-z]{5,8})(?:-[A-Za-z0-9]{1,8})*$' },
};
const day: Shape = {
  wanted: 'a date such as "2030-01-31"',
  holds: (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value),
  schema: { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\d$' },
};
const objects: Shape = {
  wanted: 'a list of objects',
  holds: (rules) => Array.isArray(rules) && rules.every(isPlainObject),
  schema: { type: 'array', items: { type: 'object' } },
};

const localeMembers: Members = { source: locale, targets: listShape('a list of locales', locale) };
const contentMembers: Members = { path: needed, format: text, target: text };
const rootMembers: Members = { path: needed, write: flag };
const redactionMembers: Members = { required: flag, rules: objects, presets: texts };
const gateMembers: Members = { maxCritical: count, maxMajor: count, maxMinor: count, minScore: share };
const ignoreMembers: Members = {
  fingerprint: text,
  rule: text,
  files: texts,
  locale,
  until: day,
  reason: needed,
};
const memoryMembers: Members = {
  read: listShape('a list of names and paths of memories', text),
  write: called('the name or path of a memory', text),
  learn: choiceShape('none', 'reviewed'),
  threshold: integerShape('a whole number from 30 to 100', 30, 100),
};
const termbases: Shape = {
  wanted: 'the name or path of a termbase, or a list of them',
  holds: (value) => text.holds(value) || texts.holds(value),
  schema: { anyOf: [text.schema, texts.schema] },
};

const ignoreSchema: JsonSchemaObject = {
  type: 'array',
  items: { ...membersSchema(ignoreMembers), anyOf: [{ required: ['fingerprint'] }, { required: ['rule'] }] },
};
const checksMembers: Members = {
  gate: checkedElsewhere(membersSchema(gateMembers)),
  ignore: checkedElsewhere(ignoreSchema),
};

/** JSON Schemas of the keys of this domain. */
export const flowKeySchemas = Object.freeze({
  locales: membersSchema(localeMembers),
  content: { type: 'array', items: membersSchema(contentMembers) },
  roots: { type: 'array', items: membersSchema(rootMembers) },
  namedTexts: { type: 'object', additionalProperties: text.schema },
  byName: { type: 'object', additionalProperties: { type: 'object' } },
  redaction: membersSchema(redactionMembers),
  checks: membersSchema(checksMembers),
  tm: membersSchema(memoryMembers),
  terms: termbases.schema,
} satisfies Record<string, JsonSchemaObject>);

export const checkLocales: Check = (value, where) => checkMembers(value, where, localeMembers);

export const checkContent: Check = (value, where) => checkRows(value, where, contentMembers);

export const checkRoots: Check = (value, where) => checkRows(value, where, rootMembers);

export const checkNamedTexts: Check = (value, where) => {
  if (!isPlainObject(value)) return [{ where, message: 'Expected texts by name' }];
  return Object.entries(value).flatMap(([name, each]) => checkValue(text)(each, `${where}.${name}`));
};

export const checkRedaction: Check = (value, where) => checkMembers(value, where, redactionMembers);

export const checkMemories: Check = (value, where) => checkMembers(value, where, memoryMembers);

export const checkTerms: Check = checkValue(termbases);

export const checkChecks: Check = (value, where) => {
  const findings = checkMembers(value, where, checksMembers);
  if (!isPlainObject(value)) return findings;
  const { gate, ignore } = value;
  return [
    ...findings,
    ...(gate === undefined ? [] : checkMembers(gate, `${where}.gate`, gateMembers)),
    ...(ignore === undefined ? [] : checkIgnore(ignore, `${where}.ignore`)),
  ];
};

/** Findings that a project lives with: each with its reason. */
export function checkIgnore(value: unknown, where: string): readonly ProblemDetail[] {
  const findings = checkRows(value, where, ignoreMembers);
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

function isLocale(value: unknown): boolean {
  try {
    return typeof value === 'string' && Intl.getCanonicalLocales(value).length === 1;
  } catch {
    return false;
  }
}
