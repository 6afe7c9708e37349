import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createProject, root } from './project.js';

/** The first capability of the guide, as its readers copy it. */
async function guideCapability(): Promise<string> {
  const guide = await readFile(join(root, 'docs', 'write-a-capability.md'), 'utf8');
  const [, code = ''] = /```ts run\n([\s\S]*?)\nconst upper = /.exec(guide) ?? [];
  return code;
}

test('a capability in TypeScript is described, validated and called as the guide shows it', async () => {
  const { helve } = await createProject({
    'helve.config.json': '{ "govern": false }',
    'capabilities/upper.ts': await guideCapability(),
  });
  expect(await helve(['worker', 'manifest', 'capabilities/upper.ts'])).toMatchObject({ code: 0, stderr: '' });
  expect(await helve(['worker', 'validate', 'capabilities/upper.ts'])).toMatchObject({ code: 0 });
  // A folder stands for the only manifest in it.
  expect(await helve(['worker', 'validate', 'capabilities'])).toMatchObject({ code: 0 });
  expect(await helve(['worker', 'drift', 'upper'])).toMatchObject({ code: 0, stdout: 'upper: as recorded\n' });
  expect((await helve(['call', 'upper.shout', '--text', 'hi'])).stdout).toBe('"HI"\n');
});

test('a mistake in a capability in TypeScript is told with its line', async () => {
  const { helve } = await createProject({
    'helve.config.json': '{}',
    'capabilities/broken.ts': 'export const one = 1;\nexport class {\n',
  });
  expect(await helve(['worker', 'validate', 'capabilities/broken.ts'])).toMatchObject({
    stdout: expect.stringContaining('broken.ts:2'),
  });
});
