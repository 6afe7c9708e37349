import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { compileJsonSchema, isPlainObject, type JsonSchema } from '@helve/core';
import { describe, expect, test } from 'vitest';
import { needs } from './needs.js';

interface SuiteTest {
  readonly description: string;
  readonly data: unknown;
  readonly valid: boolean;
}

interface SuiteGroup {
  readonly description: string;
  readonly schema: JsonSchema;
  readonly tests: readonly SuiteTest[];
}

interface Figure {
  passed: number;
  total: number;
  readonly misses: string[];
}

/** Tests of the official suite that we fail, each with the reason. */
const knownMisses: Readonly<Record<string, string>> = {};

const suite = join(import.meta.dirname, '../../shared/data/json-schema-test-suite');
const metaschema = 'https://json-schema.org/draft/2020-12/schema';
const remoteBase = 'http://localhost:1234/';
const shared = needs('shared');

function isSuiteGroup(value: unknown): value is SuiteGroup {
  return isPlainObject(value) && typeof value['description'] === 'string' && Array.isArray(value['tests']);
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'boolean' || isPlainObject(value);
}

function readGroups(): { readonly name: string; readonly group: SuiteGroup }[] {
  const files = readdirSync(join(suite, 'tests')).filter((name) => name.endsWith('.json'));
  return files.flatMap((file) => {
    const groups = readJson(join(suite, 'tests', file));
    if (!Array.isArray(groups)) throw new Error(`Cannot read the suite file ${file}: not an array`);
    return groups.filter(isSuiteGroup).map((group) => ({ name: `${file.slice(0, -5)}: ${group.description}`, group }));
  });
}

function readRemotes(): Record<string, JsonSchema> {
  const remotes: Record<string, JsonSchema> = {};
  const add = (uri: string, schema: unknown): void => {
    if (isSchema(schema)) remotes[uri] = schema;
  };
  for (const path of readdirSync(join(suite, 'remotes'), { recursive: true, encoding: 'utf8' })) {
    if (path.endsWith('.json')) add(remoteBase + path.replaceAll('\\', '/'), readJson(join(suite, 'remotes', path)));
  }
  const require = createRequire(import.meta.url);
  for (const name of [
    'schema',
    'meta/core',
    'meta/applicator',
    'meta/unevaluated',
    'meta/validation',
    'meta/meta-data',
    'meta/format-annotation',
    'meta/content',
  ]) {
    add(
      `https://json-schema.org/draft/2020-12/${name}`,
      readJson(require.resolve(`ajv/dist/refs/json-schema-2020-12/${name}.json`)),
    );
  }
  return remotes;
}

/** A group needs a remote when one of its references leads to a supplied document, or its dialect is one. */
function needsRemote(
  { name, group }: { readonly name: string; readonly group: SuiteGroup },
  remotes: Record<string, JsonSchema>,
): boolean {
  const id = isPlainObject(group.schema) ? group.schema['$id'] : undefined;
  const base = typeof id === 'string' && URL.canParse(id) ? id : remoteBase;
  const references = [...JSON.stringify(group.schema).matchAll(/"\$(?:ref|dynamicRef|schema)":"([^"#]+)/g)];
  return (
    name.startsWith('refRemote:') ||
    references.some(([text, uri = '']) => {
      const isDialect = text.startsWith('"$schema"') && uri === metaschema;
      return !isDialect && URL.canParse(uri, base) && Object.hasOwn(remotes, new URL(uri, base).href);
    })
  );
}

function verdict(schema: JsonSchema, data: unknown, resources: Record<string, JsonSchema>): boolean | string {
  try {
    return compileJsonSchema(schema, { resources, formats: false }).check(data).ok;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function measure(
  groups: readonly { readonly name: string; readonly group: SuiteGroup }[],
  resources: Record<string, JsonSchema>,
): Figure {
  const figure: Figure = { passed: 0, total: 0, misses: [] };
  for (const { name, group } of groups) {
    for (const one of group.tests) {
      figure.total += 1;
      const got = verdict(group.schema, one.data, resources);
      if (got === one.valid) figure.passed += 1;
      else figure.misses.push(`${name}: ${one.description}${typeof got === 'string' ? ` (${got})` : ''}`);
    }
  }
  return figure;
}

function share({ passed, total }: Figure): number {
  return (100 * passed) / total;
}

describe('the official JSON Schema 2020-12 suite', shared, () => {
  const groups = shared.ok ? readGroups() : [];
  const remotes = shared.ok ? readRemotes() : {};

  test('compileJsonSchema passes at least 99 % of the required tests that need no remote', () => {
    const local = groups.filter((entry) => !needsRemote(entry, remotes));
    const figure = measure(local, {});
    console.info(`JSON Schema suite without remotes: ${figure.passed}/${figure.total} (${share(figure).toFixed(2)} %)`);
    expect(figure.misses.filter((miss) => !Object.hasOwn(knownMisses, miss))).toEqual([]);
    expect(Object.keys(knownMisses).filter((miss) => !figure.misses.includes(miss))).toEqual([]);
    expect(share(figure)).toBeGreaterThanOrEqual(99);
  });

  test('compileJsonSchema passes the whole required suite when the remotes are supplied', () => {
    const figure = measure(groups, remotes);
    console.info(`JSON Schema suite with remotes: ${figure.passed}/${figure.total} (${share(figure).toFixed(2)} %)`);
    expect(figure.misses.filter((miss) => !Object.hasOwn(knownMisses, miss))).toEqual([]);
  });
});
