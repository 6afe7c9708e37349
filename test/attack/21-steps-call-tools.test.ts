import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createProject } from '../journeys/project.js';

const files = {
  'helve.config.mjs': `
import { appendFileSync } from 'node:fs';
import { ToolError } from '@helve/core';
export default {
  locales: { source: 'en', targets: ['de'] },
  tools: [{
    id: 'bill', name: 'bill', description: 'Bills', version: '2.0.0', hooksByStage: {},
    inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
    execute: ({ text }) => {
      appendFileSync('billed.txt', text + '\\n');
      throw new ToolError('TRANSIENT', 'Sent, and no answer came', { retryable: false });
    },
  }],
};`,
  'flow.yaml': `name: billing
steps:
  - tool: call
    onError: { retry: { attempts: 3, baseMs: 1 }, then: skip }
    config: { id: bill, input: { text: '\${source.text}' }, output: { annotation: bill } }
`,
  'a.txt': 'Hello\n',
};

test('a step does not call again what must not be called again, and its call has a record of its own', async () => {
  const { folder, helve } = await createProject(files);
  const run = await helve(['run', 'flow.yaml', 'a.txt', '--output', 'out']);
  expect(await readFile(join(folder, 'billed.txt'), 'utf8'), run.stderr).toBe('Hello\n');
  const { stdout } = await helve(['trail', 'ls', '--tool', 'bill', '--json']);
  const records = JSON.parse(stdout) as { toolId: string; parentRequestId?: string; toolVersion: string }[];
  const closed = records.filter((record) => !JSON.stringify(record).includes('"unknown"'));
  expect(closed).toMatchObject([{ toolId: 'bill', toolVersion: '2.0.0', parentRequestId: expect.any(String) }]);
});
