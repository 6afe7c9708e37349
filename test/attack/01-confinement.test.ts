import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { root, startHeaderOf } from '../journeys/project.js';
import { startVictim, type Answer, type Victim } from './kit.js';

const config = `export default {
  server: { port: 0 },
  locales: { source: 'en', targets: ['de'] },
  roots: [{ path: 'content', write: true }],
  tools: { redact: { rulesPath: 'rules.json' } },
};
`;
const secret = 'the-secret-of-the-house';
const files = {
  'helve.config.mjs': config,
  'rules.json': '[{ "term": "hello", "category": "word" }]',
  'content/a.json': '{ "a": "hello" }',
  'content/b.json': '{ "b": "hello" }',
  'content/sub/rules.json': '[{ "term": "hello", "category": "word" }]',
  '.env': `KEY=${secret}`,
  'private/p.json': `{ "p": "${secret}" }`,
};
const replace = {
  steps: [
    { tool: 'search-replace', config: { search: 'hello', replace: 'pwned', applySource: true, applyTarget: false } },
  ],
};

describe('what callers of a server reach on the disk', () => {
  let victim: Victim;
  let outside: string;
  let headers: Awaited<ReturnType<typeof startHeaderOf>>;

  beforeAll(async () => {
    outside = await mkdtemp(join(tmpdir(), 'helve-outside-'));
    await writeFile(join(outside, 'o.json'), `{ "o": "${secret}" }`);
    victim = await startVictim(files);
    headers = await startHeaderOf(victim.running);
    await symlink(outside, join(victim.project.folder, 'content', 'link'));
  });
  afterAll(() => rm(outside, { recursive: true, force: true }));

  const call = (tool: string, input: object) => victim.callBothWays(tool, input, headers);
  const run = (input: object) => call('flow.run', input);
  const expectRefused = (answers: readonly Answer[]) => {
    for (const { status, text } of answers) {
      expect(text).not.toContain(secret);
      expect([status, /PROJECT_(?:PATH|VALUE)_REFUSED/.exec(text)?.[0]]).toEqual([403, expect.any(String)]);
    }
  };

  test('a report tells places in the project, and not where it lies on the machine', async () => {
    const flow = { steps: [{ tool: 'word-count' }] };
    for (const { status, text } of await run({ flow, files: ['content/a.json'], to: 'none' })) {
      expect([status, text.includes(victim.project.folder)]).toEqual([200, false]);
      expect(text).toContain('"path":"content/a.json"');
    }
  });

  test('a caller rewrites no config in place, and so runs no code', async () => {
    for (const file of [
      'helve.config.mjs',
      './content/../helve.config.mjs',
      join(victim.project.folder, 'package.json'),
    ])
      expectRefused(await run({ flow: replace, files: [file], format: 'plaintext', inPlace: true }));
    expectRefused(await run({ flow: replace, files: ['content/a.json'], output: 'helve.config.{lang}' }));
    expectRefused(await run({ flow: replace, files: ['content/a.json'], output: '{dir}/../tool_{lang}.mjs' }));
    expect(await readFile(join(victim.project.folder, 'helve.config.mjs'), 'utf8')).toBe(config);
  });

  test('existing translations and outputs outside of the roots are refused alike, whether they are there or not', async () => {
    const translate = { steps: [{ tool: 'create-target' }] };
    const file = ['content/a.json'];
    for (const name of ['private/p.json', 'private/nobody.json']) {
      expectRefused(await run({ flow: translate, files: file, existing: name }));
      expectRefused(await run({ flow: translate, files: file, output: `{dir}/../${name}` }));
    }
    for (const { text } of await run({ flow: translate, files: file, since: 'HEAD' }))
      expect(text).toContain('at the terminal only');
  });

  test('files of a declared root are worked on, in threads too', async () => {
    const both = ['content/a.json', 'content/b.json'];
    for (const { status, text } of await run({
      flow: replace,
      files: both,
      output: 'content/out/{name}{ext}',
      concurrency: 2,
    }))
      expect([status, JSON.parse(text)]).toEqual([200, expect.objectContaining({ ok: true })]);
    expect(await readFile(join(victim.project.folder, 'content', 'out', 'a.json'), 'utf8')).toContain('pwned');
  });

  test.each([
    ['.env', '.nobody'],
    ['private/p.json', 'private/nobody.json'],
    ['content/link/o.json', 'content/link/nobody.json'],
    ['.helve/helve.db', '.helve/nobody.db'],
    ['/etc/passwd', '/etc/nobody'],
    ['private/', 'nowhere/'],
  ])('%j is refused as if it were not there', async (there, missing) => {
    const count = { steps: [{ tool: 'word-count' }] };
    const [one, two] = await run({ flow: count, files: [there], format: 'plaintext', to: 'none' });
    const [other] = await run({ flow: count, files: [missing], format: 'plaintext', to: 'none' });
    expectRefused([one, two, other]);
    const words = ({ body }: Answer) => JSON.stringify((body as { error: unknown }).error);
    expect(words(other).replaceAll(missing, there)).toBe(words(one));
    const [single] = await call('word-count', { file: there });
    expectRefused([single]);
  });

  test('patterns give nothing of what is closed', async () => {
    const count = { steps: [{ tool: 'word-count' }] };
    for (const pattern of ['private/*.json', '{private,nowhere}/*', 'content/link/*', '../*.json']) {
      for (const { status, text } of await run({ flow: count, files: [pattern], to: 'none' })) {
        expect(status).toBe(404);
        expect(text).not.toMatch(/p\.json|o\.json|the-secret/);
      }
    }
  });

  test('a pattern takes no time, whatever it is made of and wherever it begins', async () => {
    const count = { steps: [{ tool: 'word-count' }] };
    await run({ flow: replace, files: ['content/a.json'], output: `content/${'a'.repeat(50)}.json` });
    const began = performance.now();
    for (const pattern of [`content/${'*?'.repeat(14)}Z`, '/usr/**/zz', 'content/lin*/**/zz'])
      for (const { status } of await run({ flow: count, files: [pattern], to: 'none' })) expect(status).toBe(404);
    expect(performance.now() - began).toBeLessThan(2_000);
  });

  test('what the terminal stored is not there for callers, who read and write blocks of their own', async () => {
    const stored = await victim.project.helve(['run', 'word-count', 'private/p.json', '--to', 'store']);
    expect(stored.code, stored.stderr).toBe(0);
    const all = { flow: { steps: [{ tool: 'word-count' }] }, from: 'store', to: 'none' };
    for (const named of [[], ['private/p.json'], ['private/q.json']])
      for (const { text } of await run({ ...all, files: named })) {
        expect(text).not.toContain(secret);
        // Nobody is told what others have stored.
        expect(text.replaceAll(String(named[0]), '')).not.toContain('p.json');
      }
    await run({ flow: replace, files: ['content/b.json'], to: 'store' });
    for (const { text } of await run({ ...all, files: ['content/b.json'] })) expect(text).toContain('"ok":true');
    const { stdout } = await victim.project.helve(['store', 'log']);
    expect(stdout).toContain('content/b.json (of ');
    const own = await victim.project.helve(['run', 'word-count', '--from', 'store', '--to', 'none', '--json']);
    expect(own.stdout).toContain('private/p.json');
    expect(own.stdout).not.toContain('content/b.json');
  });

  test.each([
    ['redact', { rulesPath: 'private/p.json' }],
    ['redact', { presets: ['email'], vault: 'content/vault.ndjson' }],
    ['redact', { presets: ['email'], vault: '../vault.ndjson' }],
    ['segmentation', { srx: '/etc/passwd' }],
    ['diff-leverage', { previousSource: 'private/p.json', previousTarget: 'private/p.json' }],
    ['diff-leverage', { previous: '${rootDir}/private/p.json' }],
    ['term-check', { glossary: '../glossary.csv' }],
    ['brand-vocab-check', { vocabulary: 'private/p.json' }],
    ['ai-entity-extract', { engine: 'ner', entities: 'private/p.json' }],
    ['tm-leverage', { tm: ['../memory.db'] }],
    ['tm-leverage', { tm: ['tm:../../memory'] }],
    ['tm-leverage', { tm: ['tm:project'], writeTmx: 'private/out.tmx' }],
  ])('%s with %j is refused, as a tool and as a step', async (tool, given) => {
    expectRefused(await call(tool, { text: 'hello', config: given }));
    expectRefused(await run({ flow: { steps: [{ tool, config: given }] }, files: ['content/a.json'], to: 'none' }));
    const inner = { layers: { '*': { steps: [{ tool, config: given }] } } };
    expectRefused(
      await run({
        flow: { steps: [{ tool: 'layer-processor', config: inner }] },
        files: ['content/a.json'],
        to: 'none',
      }),
    );
  });

  test.each([
    ['script', { scriptFile: '.env' }],
    ['apertium-translate', { provider: 'apertium', binary: '/bin/sh' }],
    ['external-command', { command: '/bin/cat' }],
  ])('%s with %j runs and shows nothing of the machine', async (tool, given) => {
    expectRefused(await run({ flow: { steps: [{ tool, config: given }] }, files: ['content/a.json'], to: 'none' }));
    // The tool itself waits for a person first.
    for (const { status, text } of await call(tool, { text: 'hello', config: given })) {
      expect(status).toBe(428);
      expect(text).not.toContain(secret);
    }
  });

  test('what the config names is used, and so is a file of a root', async () => {
    for (const given of [{ presets: [] }, { rulesPath: 'rules.json' }, { rulesPath: 'content/sub/rules.json' }]) {
      const [answer] = await call('redact', { text: 'hello', config: { ...given, vault: 'memory' } });
      expect(answer.text).toContain('REDACTED');
    }
  });

  test('a flow is read from a flow folder or a root, and nothing else is read as one', async () => {
    for (const flow of ['./.env', 'private/p.json', './rules.json', 'content/link/o.json', '.helve/flows/.env'])
      expectRefused(await run({ flow, files: ['content/a.json'], to: 'none' }));
    const flow = 'content/flow.yaml';
    await victim.project.write({ [flow]: 'steps:\n  - tool: word-count\n' });
    const [answer] = await run({ flow, files: ['content/a.json'], to: 'none' });
    expect(answer.status).toBe(200);
  });

  test('a client of `helve mcp` is a caller like others', async () => {
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [join(root, 'packages', 'cli', 'bin', 'helve.js'), 'mcp'],
      cwd: victim.project.folder,
      stderr: 'ignore',
    });
    const client = new Client({ name: 'attacker', version: '1.0.0' });
    await client.connect(transport);
    onTestFinished(() => client.close());
    const ask = async (file: string) => {
      const input = { flow: replace, files: [file], format: 'plaintext', inPlace: true };
      return JSON.stringify(await client.callTool({ name: 'flow_run', arguments: input }));
    };
    expect(await ask('helve.config.mjs')).toContain('PROJECT_PATH_REFUSED');
    expect(await ask('private/p.json')).toContain('PROJECT_PATH_REFUSED');
    expect(await readFile(join(victim.project.folder, 'helve.config.mjs'), 'utf8')).toBe(config);
  });

  test('a tool that a step calls is held to the rules of its caller', async () => {
    const input = { text: 'x', config: { rulesPath: 'private/p.json', vault: 'memory' } };
    const step = { tool: 'call', config: { id: 'redact', input, output: { annotation: 'a' } } };
    for (const { text } of await call('flow.preview', { flow: { steps: [step] }, text: 'hello' })) {
      expect(text).toContain('private/p.json');
      expect(text).toMatch(/"type":"AUTH"/);
    }
  });

  test('without roots a run of the content of the project reads it and writes its outputs, and nothing else', async () => {
    const { 'helve.config.mjs': _, ...others } = files;
    const content = "content: [{ path: 'content/*.json', target: 'out/{lang}/{name}{ext}' }]";
    const own = `export default { server: { port: 0 }, locales: { source: 'en', targets: ['de'] }, ${content} };`;
    const other = await startVictim({ ...others, 'helve.config.mjs': own });
    const start = await startHeaderOf(other.running);
    const [done] = await other.callBothWays('flow.run', { flow: 'pseudo-translate' }, start);
    expect([done.status, done.text]).toEqual([200, expect.stringContaining('out/qps/a.json')]);
    const inPlace = { flow: replace, files: ['content/a.json'], inPlace: true };
    expectRefused(await other.callBothWays('flow.run', inPlace, start));
    expectRefused(await other.callBothWays('flow.run', { flow: replace, files: ['private/p.json'] }, start));
  });

  test('the terminal reaches every file', async () => {
    const { code, stderr } = await victim.project.helve(['word-count', join(outside, 'o.json')]);
    expect([stderr, code]).toEqual(['', 0]);
  });
});
