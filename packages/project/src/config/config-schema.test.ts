import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { compileJsonSchema, type JsonSchemaObject } from '@helve/core';
import { flowDocumentSchema } from '@helve/flow/engine';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkConfig } from './check-config.js';
import { configKeys } from './config-keys.js';
import { configSchema } from './config-schema.js';
import { jsonTemplate } from './templates.js';

const packages = join(import.meta.dirname, '..', '..', '..');
const schema = compileJsonSchema(configSchema());

test.each<[string, string, JsonSchemaObject]>([
  ['the project file', 'project/schema/helve-config.schema.json', configSchema()],
  ['flow documents', 'flow/schema/flow-document.schema.json', flowDocumentSchema],
])('T133 the schema of %s that ships with its package is the one of the code', (_, name, made) => {
  const file = join(packages, name);
  const text = `${JSON.stringify(made, undefined, 2)}\n`;
  if (process.env['UPDATE_SCHEMAS'] === '1') {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  expect(readFileSync(file, 'utf8')).toBe(text);
  const { files } = JSON.parse(readFileSync(join(file, '..', '..', 'package.json'), 'utf8')) as { files: string[] };
  expect(files).toContain('schema');
});

/** Values that fit some key, and values that fit none. */
const pool: readonly unknown[] = [
  true,
  false,
  0,
  -1,
  1,
  80,
  100.5,
  65_536,
  '',
  ' ',
  'x',
  'de',
  'pt-BR',
  'no locale',
  '2030-01-31',
  'reviewed',
  'standard',
  'https://app.example',
  'https://app.example/path',
  null,
  [],
  {},
  ['x'],
  ['x', ''],
  [{}],
  [3],
  ['de', 'fr'],
  ['https://a.example'],
  [['a', 1]],
  [['a']],
  { source: 'en', targets: ['de'] },
  { source: 3 },
  { targets: 'de' },
  { sorce: 'en' },
  [{ path: 'a' }],
  [{ path: 'a', format: 'json', target: 'b' }],
  [{ format: 'json' }],
  [{ path: 'a', x: 1 }],
  { path: 'a' },
  { postgres: 'b' },
  { path: 'a', postgres: 'b' },
  { paths: ['a'] },
  { paths: 'a' },
  { json: { a: 1 } },
  { json: 1 },
  { required: true, rules: [{}], presets: ['x'] },
  { rules: ['x'] },
  { gate: { maxMajor: -1, minScore: 99.5 } },
  { gate: { minScore: 101 } },
  { gate: 1 },
  { ignore: [{ rule: 'a' }] },
  { ignore: [{ rule: 'a', reason: 'b', until: '2030-01-31' }] },
  { ignore: [{ reason: 'b' }] },
  { ignore: {} },
  { read: ['main', './x.db'], write: 'main', learn: 'reviewed', threshold: 75 },
  { learn: 'all' },
  { threshold: 29 },
  { threshold: 75.5 },
  { read: 'main' },
  { read: [''] },
  { preset: 'strict' },
  { preset: 'lax' },
  { trail: {} },
  { singletons: [['a', 1]] },
  { singletons: {} },
  { session: [] },
  { host: 'a', port: 0 },
  { port: -1 },
  { allowedOrigins: ['a.example'] },
  { allowedOrigins: ['https://a.example'] },
  { maxBodyBytes: 0 },
  { instructions: 'Ask first', prompts: [{ name: 'a', text: 'b {{c}}', arguments: [{ name: 'c', required: false }] }] },
  { instructions: 3 },
  { prompts: [{ name: 'a' }] },
  { prompts: [{ name: 'a', text: 'b', arguments: [{}] }] },
  { prompts: [{ name: 'a', text: 'b', argments: [] }] },
  { prompts: {} },
  { m: { vendor: 'openai', model: 'x' } },
  { m: { vendor: 'openai' } },
  { m: { vendor: 'y', model: 'x' } },
  { m: { vendor: 'openai', model: 'x', apiKey: 'k' } },
];

test('T133 the schema accepts exactly the project files that the code accepts', () => {
  let good = 0;
  const names = [...Object.keys(configKeys), 'sevrer'];
  const config = fc.dictionary(fc.constantFrom(...names), fc.constantFrom(...pool), { maxKeys: 2 });
  fc.assert(
    fc.property(config, (value) => {
      const plain: unknown = JSON.parse(JSON.stringify(value));
      const findings = checkConfig(plain, configKeys);
      if (findings.length === 0) good += 1;
      expect(schema.check(plain).ok, JSON.stringify([plain, findings])).toBe(findings.length === 0);
    }),
    { numRuns: 3000 },
  );
  expect(good).toBeGreaterThan(200);
  for (const name of names) {
    for (const value of pool) {
      const findings = checkConfig({ [name]: value }, configKeys);
      expect([name, value, schema.check({ [name]: value }).ok]).toEqual([name, value, findings.length === 0]);
    }
  }
});

test('T133 the schema takes what helve init writes, with a place for itself, and describes every key', () => {
  const written: unknown = JSON.parse(jsonTemplate());
  expect(schema.check(written).ok).toBe(true);
  expect(schema.check({ ...(written as object), $schema: './schema.json' }).ok).toBe(true);
  const { properties = {} } = configSchema();
  for (const name of Object.keys(configKeys)) expect(Object.keys(properties)).toContain(name);
});
