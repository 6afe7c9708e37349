import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { performance } from 'node:perf_hooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProject } from '../journeys/project.js';

const taken = createServer();
beforeAll(() => new Promise<void>((listening) => taken.listen(0, '127.0.0.1', listening)));
afterAll(() => taken.close());

/** Its tools take long to be there, and say that somebody built them. */
const files = {
  'helve.config.mjs': 'export default { tools: ["./slow.mjs"] };',
  'slow.mjs': 'console.error("built"); await new Promise((built) => setTimeout(built, 3000));',
};

test('a port that somebody else has is told within a second, before anything is built', async () => {
  const { helve } = await createProject(files);
  const { port } = taken.address() as AddressInfo;
  const before = performance.now();
  const { code, stderr } = await helve(['serve', '--port', String(port)]);
  expect([code, stderr]).toEqual([1, expect.stringContaining(String(port))]);
  expect(stderr).not.toContain('built');
  // A machine that does other things as well is slower than a person notices; building would take three times that.
  expect(performance.now() - before).toBeLessThan(2_500);
});

test('every list is `ls`, and who types `list` is told so', async () => {
  const { helve } = await createProject({ 'helve.config.mjs': 'export default {};' });
  const [list, ls] = await Promise.all([helve(['approvals', 'list']), helve(['tools', 'ls'])]);
  expect(list).toMatchObject({ code: 2, stderr: expect.stringContaining('helve approvals ls') });
  expect(ls.code).toBe(0);
});
