import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { main } from '../../main.js';

let cwd = '';
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'helve-tools-'));
  await writeFile(join(cwd, 'helve.config.json'), '{ "plugins": ["./plugin.mjs"] }');
  await writeFile(join(cwd, 'plugin.mjs'), plugin);
}, 120_000);
afterAll(() => rm(cwd, { recursive: true, force: true }));

const meta = {
  id: 'wrapped',
  version: '1.0.0',
  category: 'enrich',
  displayName: 'Wrapped',
  description: 'Wraps a step of another system.',
  cardinality: 'monolingual',
  consumes: [],
  produces: [{ type: 'note', side: 'source' }],
};
const schema = {
  $id: 'helve:tool/wrapped',
  $version: '1.0.0',
  title: 'Wrapped',
  description: 'Wraps a step of another system.',
  type: 'object',
  properties: {},
  additionalProperties: false,
  toolMeta: meta,
  stepMeta: { system: 'okapi', step: 'SomeStep' },
};
const plugin = `const schema = ${JSON.stringify(schema)};
export function register(helve) {
  const factory = () => ({ meta: schema.toolMeta, process: (_, input) => input });
  helve.flowTool({ name: 'wrapped', factory, schema });
}`;

async function helve(...argv: readonly string[]) {
  const out = { stdout: '', stderr: '' };
  const io = {
    stdout: { write: (text: string) => (out.stdout += text) },
    stderr: { write: (text: string) => (out.stderr += text) },
    stdin: (async function* () {})(),
    cwd,
    user: 'tester',
    env: {},
    signal: new AbortController().signal,
  };
  return { code: await main(argv, io), ...out };
}

describe('helve tools schema', () => {
  test('K84 prints the whole component schema of a flow tool, also by an alias', async () => {
    const { code, stdout } = await helve('tools', 'schema', 'segmentation');
    expect(code).toBe(0);
    const schemaOf = JSON.parse(stdout) as { readonly 'ui:groups': readonly object[] };
    expect(schemaOf).toMatchObject({
      $id: 'helve:tool/segmentation',
      $version: '1.0.0',
      additionalProperties: false,
      toolMeta: { cardinality: 'monolingual', produces: [{ type: 'segmentation', side: 'source' }] },
      properties: { engine: { default: 'hybrid' } },
    });
    expect(schemaOf['ui:groups'][0]).toMatchObject({ id: 'segments', title: 'Segments' });
    expect((await helve('tools', 'schema', 'segment')).stdout).toBe(stdout);
    expect(JSON.parse((await helve('tools', 'schema', 'wrapped')).stdout)).toMatchObject({
      stepMeta: { system: 'okapi', step: 'SomeStep' },
    });
  });

  test('K130 prints the schemas of a call on demand', async () => {
    const input = await helve('tools', 'schema', 'segmentation', '--input');
    expect(JSON.parse(input.stdout)).toMatchObject({
      properties: { text: {}, config: { properties: { engine: {} } } },
    });
    const output = await helve('tools', 'schema', 'segmentation', '--output');
    expect(JSON.parse(output.stdout)).toMatchObject({ required: ['findings', 'losses'] });
  });

  test('T128 an unknown tool is refused', async () => {
    expect(await helve('tools', 'schema', 'segmentatoin')).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('"segmentation"'),
    });
  });
});

describe('helve tools show', () => {
  test('T128 shows the contract of a flow tool: category, aliases, ports, effects', async () => {
    const { stdout } = await helve('tools', 'show', 'segment');
    expect(stdout).toMatch(/^segmentation {2}/);
    expect(stdout).toMatch(/category +enrich\n +aliases +segment\n/);
    expect(stdout).toMatch(/gives +segmentation@source\n/);
    expect(stdout).toMatch(/Parameters: Segments\n +--engine /);
    expect((await helve('tools', 'show', 'term-enforce')).stdout).toMatch(
      /needs +target@target term@source\?\n +gives +qa@target qa@source\? term@source\n +effects +termbase-read\n/,
    );
    expect((await helve('tools', 'show', 'wrapped')).stdout).toMatch(/from +okapi SomeStep\n/);
  });

  test('T130 gives the contract as JSON too', async () => {
    const { stdout } = await helve('tools', 'show', 'qa', '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      schema: 'helve.tools/v1',
      tools: [
        {
          id: 'qa-check',
          flow: {
            category: 'validate',
            aliases: ['qa'],
            consumes: ['target@target', 'protected@source?', 'protected@target?'],
          },
        },
      ],
    });
  });
});

describe('helve tools', () => {
  test('T128 lists flow tools with their category and aliases', async () => {
    const { stdout } = await helve('tools', '--all');
    expect(stdout).toMatch(/^word-count, wc +flow +validate +Counts/m);
    expect(stdout).toMatch(/^flow\.run +flow +action /m);
  });

  test('T128 lists ports on demand', async () => {
    const { stdout } = await helve('tools', '--all', '--ports');
    expect(stdout).toMatch(/^ID +CATEGORY +NEEDS +GIVES$/m);
    expect(stdout).toMatch(/^term-lookup +enrich +term@source$/m);
    expect(stdout).not.toMatch(/^flow\.run/m);
  });
});

describe('helve NAME --help', () => {
  test('S46 prints the parameters by group', async () => {
    const { stdout } = await helve('qa-check', '--help');
    expect(stdout).toMatch(/Flags of the tool: Content\n +--\[no-\]check-empty-target/);
    expect(stdout).toMatch(/Flags of the tool: Length\n +--absolute-max/);
    expect((await helve('word-count', '--help')).stdout).toMatch(/Flags of the tool\n +--/);
  });

  test('S46 options of a format are grouped too', async () => {
    expect((await helve('formats', 'info', 'json')).stdout).toMatch(/Options: JSON\n +include TEXT/);
    expect((await helve('formats', 'info', 'json')).stdout).toMatch(/Options: Limits\n +maxBytes INTEGER/);
  });

  test('no parameter of script is hidden by a flag of the run', async () => {
    const { stdout } = await helve('script', '--help');
    expect(stdout).toContain('--script-file');
    expect(stdout).not.toContain('--arg-');
  });
});
