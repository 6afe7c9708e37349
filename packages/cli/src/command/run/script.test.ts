import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Io } from '../../io.js';
import { main } from '../../main.js';

beforeAll(() => import('@helve/project/run'), 120_000);

const flow = 'steps:\n  - { tool: script, config: { scriptFile: ../scripts/log.mjs } }\n';
const script = `export function process(part) { if (part.kind === 'block') log('saw ' + part.block.name); }`;

async function createFolder(files: Readonly<Record<string, string>> = {}, env: Io['env'] = {}) {
  const cwd = await mkdtemp(join(tmpdir(), 'helve-script-'));
  onTestFinished(() => rm(cwd, { recursive: true, force: true }));
  const all = {
    'helve.config.json': '{ "govern": false, "locales": { "source": "en", "targets": ["de"] } }',
    'app.json': '{"a":"One","b":"Two"}',
    'flows/log.yaml': flow,
    'scripts/log.mjs': script,
    ...files,
  };
  for (const [name, content] of Object.entries(all)) {
    await mkdir(dirname(join(cwd, name)), { recursive: true });
    await writeFile(join(cwd, name), content);
  }
  return async (...argv: readonly string[]) => {
    const out = { stdout: '', stderr: '' };
    const io: Io = {
      stdout: { write: (text) => (out.stdout += text) },
      stderr: { write: (text) => (out.stderr += text) },
      stdin: (async function* () {})(),
      cwd,
      user: 'tester',
      env: { XDG_CONFIG_HOME: join(cwd, 'config-home'), ...env },
      signal: new AbortController().signal,
    };
    return { code: await main(argv, io), ...out };
  };
}

describe('log() of a script', () => {
  test('shows its lines on stderr, and nothing of them in the result', async () => {
    const helve = await createFolder();
    const { code, stdout, stderr } = await helve('script', 'app.json', '--script-file', 'scripts/log.mjs');
    expect({ code, stderr }).toEqual({ code: 0, stderr: 'app.json: saw a\napp.json: saw b\n' });
    expect(stdout).not.toContain('saw');
  });

  test('has its lines in the JSON of the run, with their blocks', async () => {
    const helve = await createFolder();
    const { stdout, stderr } = await helve('script', 'app.json', '--script-file', 'scripts/log.mjs', '--json');
    expect(stderr).toBe('');
    const { log } = JSON.parse(stdout) as {
      readonly log: { readonly total: number; readonly lines: readonly object[] };
    };
    expect(log.total).toBe(2);
    expect(log.lines[1]).toMatchObject({
      level: 'info',
      message: 'saw b',
      document: 'app.json',
      tool: 'script',
      node: '1',
    });
  });

  test('is limited: 20 lines are shown, 1,000 are kept, all are counted', async () => {
    const flood = `export function process(part) { if (part.kind === 'block') for (let at = 0; at < 600; at += 1) log(at); }`;
    const helve = await createFolder({ 'flood.mjs': flood });
    const { stderr } = await helve('script', 'app.json', '--script-file', 'flood.mjs', '--time-limit-ms', '9000');
    expect(stderr.split('\n').filter((line) => line.startsWith('app.json: '))).toHaveLength(20);
    expect(stderr).toContain('… and 1180 more lines');
    const json = await helve(
      'script',
      'app.json',
      '--script-file',
      'flood.mjs',
      '--time-limit-ms',
      '9000',
      '--json',
      '--force',
    );
    const { log } = JSON.parse(json.stdout) as {
      readonly log: { readonly total: number; readonly lines: readonly object[] };
    };
    expect([log.total, log.lines.length]).toEqual([1200, 1000]);
  });

  test('T95 shows no line of a step that sees private data', async () => {
    const secret = `export function process(part) { if (part.kind === 'block') log(part.block.text('en')); }`;
    const steps = `steps:
  - { tool: script, config: { scriptFile: secret.mjs, produces: [] } }
  - { tool: redact, config: { rules: [{ term: One, category: name }], vault: memory } }
`;
    const helve = await createFolder({ 'secret.mjs': secret, 'secret.yaml': steps }, { HELVE_TRUST_EXEC: '1' });
    const shown = await helve('run', 'secret.yaml', 'app.json');
    const json = await helve('run', 'secret.yaml', 'app.json', '--json', '--force');
    expect(shown.stderr).toContain('A line is not shown, since the step sees private data');
    for (const { stdout, stderr } of [shown, json]) expect(stdout + stderr).not.toMatch(/\bOne\b/);
  });

  test('--quiet shows no lines', async () => {
    const helve = await createFolder();
    expect(await helve('script', 'app.json', '--script-file', 'scripts/log.mjs', '--quiet')).toMatchObject({
      stderr: '',
    });
  });
});

describe('a flow with a script', () => {
  test('T59 is explained without consent, since nothing runs', async () => {
    const helve = await createFolder();
    const explained = await helve('run', 'flows/log.yaml', 'app.json', '--explain');
    expect(explained).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('1  script') });
    expect(await helve('run', 'flows/log.yaml', 'app.json', '--explain-prompts')).toMatchObject({ code: 0 });
    expect(await helve('run', 'flows/log.yaml', 'app.json')).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('--trust-exec'),
    });
  });

  test('K85 finds the script from the folder of the flow, wherever it is run', async () => {
    const helve = await createFolder({}, { HELVE_TRUST_EXEC: '1' });
    expect(await helve('run', 'flows/log.yaml', 'app.json')).toMatchObject({
      code: 0,
      stderr: 'app.json: saw a\napp.json: saw b\n',
    });
  });

  test('T56 that only annotates writes no file', async () => {
    const mark = `export function process(part) { if (part.kind === 'block') part.block.properties.seen = 'yes'; }`;
    const helve = await createFolder({ 'mark.mjs': mark });
    const { stdout } = await helve(
      'script',
      'app.json',
      '--script-file',
      'mark.mjs',
      '--produces',
      'property:seen@source',
    );
    expect(stdout).toMatch(/ok +app\.json +json +2 +-\n/);
    expect(stdout).toContain('annotations  2 property');
  });
});
