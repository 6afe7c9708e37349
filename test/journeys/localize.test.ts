import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createProject, root } from './project.js';

/** The example as a user has it, in a folder of its own. */
async function createExample() {
  const project = await createProject();
  await cp(join(root, 'examples', 'localize'), project.folder, {
    recursive: true,
    filter: (path) => !path.includes('.helve') && !path.includes('node_modules'),
  });
  const read = (file: string) => readFile(join(project.folder, file), 'utf8');
  return { ...project, read };
}

test('every file of the example survives byte for byte', async () => {
  const { helve } = await createExample();
  const { code, stdout } = await helve(['formats', 'check', 'app', 'docs', 'catalog', 'handoff', '--json']);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ total: 4, identical: 4 });
});

test('pseudo-translation changes words and nothing else', async () => {
  const { helve, read } = await createExample();
  const ran = await helve(['run', 'pseudo', '--json']);
  expect(ran).toMatchObject({ code: 0 });
  expect(JSON.parse(ran.stdout)).toMatchObject({ schema: 'helve.run/v1', status: 'ok' });
  const app = JSON.parse(await read('app/en_qps.json')) as { $schema: string; home: Record<string, string> };
  expect(app.$schema).toBe('https://example.org/app.schema.json');
  expect(app.home['title']).toMatch(/^▒ Ŵéļçöḿé ƃàçķ, \{name\} ~+ ▒$/);
  expect(app.home['unread']).toMatch(/^\{count, plural, one \{▒ .* ▒\} other \{▒ # .* ▒\}\}$/);
  const guide = await read('docs/guide_qps.md');
  expect(guide).toContain('```sh\nshop login --code 123456\n```');
  expect(guide).toMatch(/\*\*Šîĝñ îñ\*\*/);
});

test('secure translation sends no name away, and has all of them in the result', async () => {
  const { helve, read } = await createExample();
  const ran = await helve(['run', 'secure', 'app/en.json', '--target', 'de', '--trace', 'trace.ndjson'], {
    env: { HELVE_VAULT_KEY: Buffer.alloc(32, 7).toString('base64') },
  });
  expect(ran.stderr).not.toContain('Ada Fernstrom');
  expect(ran).toMatchObject({ code: 0 });
  const { home } = JSON.parse(await read('app/en_de.json')) as { home: Record<string, string> };
  expect(home['help']).toContain('Ada Fernstrom');
  expect(home['help']).toContain('help@example.org');
  expect(home['help']).toContain('⟦de⟧');
  expect(await read('trace.ndjson')).not.toContain('Ada Fernstrom');
});

test('the check finds what was not translated, and its gate lets the release pass', async () => {
  const { helve } = await createExample();
  const checked = await helve(['check', 'catalog/de.po', 'handoff/tour.xlf', '--target', 'de', '--json']);
  expect(checked.code).toBe(0);
  const report = JSON.parse(checked.stdout) as { findings: readonly { rule: string }[] };
  expect(report).toMatchObject({ schema: 'helve.check/v1', pass: true, summary: { major: 2 } });
  expect(new Set(report.findings.map(({ rule }) => rule))).toEqual(new Set(['qa.empty-target']));
  const strict = await helve(['check', 'catalog/de.po', '--target', 'de', '--max-major', '0']);
  expect(strict.code).toBe(3);
});

test('every flow of the example passes the checks', async () => {
  const { helve } = await createExample();
  for (const flow of ['pseudo', 'check', 'secure']) {
    expect(await helve(['flow', 'check', `flows/${flow}.yaml`]), flow).toMatchObject({ code: 0 });
  }
});
