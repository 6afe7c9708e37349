import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createProject } from './project.js';

const arb = `{\n  "@@locale": "en",\n  "a": "it''s {n}"\n}\n`;

test.each([
  ['beside the file', 'lib/l10n/l10n.yaml', 'arb-dir: lib/l10n\nuse-escaping: true\n', "it's {n}"],
  ['at the top of the project', 'l10n.yaml', 'use-escaping: true # as in ICU\n', "it's {n}"],
  ['that is off', 'l10n.yaml', 'use-escaping: false\n', "it''s {n}"],
  ['nearest to the file', 'lib/l10n/l10n.yaml', 'use-escaping: false\n', "it''s {n}"],
])('X50 l10n.yaml %s decides what an apostrophe is', async (name, path, text, expected) => {
  const { helve, folder } = await createProject({
    'lib/l10n/app_en.arb': arb,
    ...(name === 'nearest to the file' ? { 'l10n.yaml': 'use-escaping: true\n' } : {}),
    [path]: text,
  });
  const argv = ['lib/l10n/app_en.arb', '--source', 'en', '--to', 'properties', '-o', 'out.properties'];
  expect(await helve(['convert', ...argv])).toMatchObject({ code: 0 });
  expect(await readFile(join(folder, 'out.properties'), 'utf8')).toContain(`a=${expected}`);
});

test('X50 options of the config are asked before l10n.yaml', async () => {
  const { helve } = await createProject({
    'app_en.arb': arb,
    'l10n.yaml': 'use-escaping: true\n',
    'helve.config.json': '{ "formats": { "arb": { "useEscaping": false } } }',
  });
  const { stdout } = await helve(['convert', 'app_en.arb', '--source', 'en', '--to', 'properties']);
  expect(stdout).toContain("a=it''s {n}");
});
