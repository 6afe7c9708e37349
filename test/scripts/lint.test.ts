import { expect, test } from 'vitest';
import { createInstalledWorkspace } from './fake-workspace.js';

const tools = { oxlint: 'bin/oxlint', oxfmt: 'bin/oxfmt', knip: 'bin/knip.js' };

/** A workspace whose tools say their arguments; the one named is not content. */
function createLinted(unhappy?: string) {
  const workspace = createInstalledWorkspace(Object.keys(tools));
  for (const [name, bin] of Object.entries(tools)) {
    workspace.write(`tools/${name}/package.json`, { name, version: '0.0.0', type: 'module' });
    const exitCode = name === unhappy ? 1 : 0;
    workspace.write(
      `tools/${name}/${bin}`,
      `console.log('${name}', process.argv.slice(2).join(' ')); process.exitCode = ${exitCode};`,
    );
  }
  return workspace;
}

test('lint asks three tools, and is brief when they are content', async () => {
  const { code, stdout } = await createLinted().run('scripts/lint.mjs');
  expect(stdout.replace(/\d+\.\d s/g, 'T')).toBe('✓ oxlint (T)\n✓ oxfmt (npm run format mends it) (T)\n✓ knip (T)\n');
  expect(code).toBe(0);
});

test.each([
  ['oxlint', 'oxlint --type-aware --report-unused-disable-directives\n✗ oxlint'],
  ['oxfmt', 'oxfmt --check\n✗ oxfmt'],
  ['knip', 'knip --no-progress\n✗ knip'],
])('lint fails when %s finds something, and shows it', async (name, words) => {
  const { code, stdout } = await createLinted(name).run('scripts/lint.mjs');
  expect(stdout).toContain(words);
  expect(stdout.match(/✓/g)).toHaveLength(2);
  expect(code).toBe(1);
});
