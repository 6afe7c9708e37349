import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Json, JsonObject } from '@helve/core';
import { loadTools } from '@helve/l10n';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { main } from '../../main.js';

const allTools = await loadTools();

/** Required parameters of tools. */
const configs: { readonly [tool: string]: JsonObject } = {
  'brand-vocab-check': { vocabulary: [{ term: 'Hallo', status: 'preferred', use: 'Servus' }] },
  'diff-leverage': { previous: 'de.po' },
  'dnt-check': { terms: ['Acme'] },
  'encoding-convert': { targetEncoding: 'windows-1252' },
  'external-command': { command: process.execPath, args: ['-e', 'process.stdin.pipe(process.stdout)'] },
  'layer-processor': { layers: { html: { steps: [{ tool: 'word-count' }] } } },
  'pattern-check': { patterns: [{ name: 'numbers', pattern: '[0-9]+', mustMatch: true }] },
  'properties-set': { properties: { reviewed: 'yes' } },
  redact: { rules: [{ term: 'Hello', category: 'place' }], vault: 'memory' },
  script: { code: 'export function process(part) { return part; }' },
  'search-replace': { search: 'o', replace: '0' },
  'term-check': { glossary: [{ source: 'Hello', target: ['Hallo'] }] },
  unredact: { vault: 'memory' },
  'xslt-transform': { rules: [{ pattern: 'o', replace: '0' }] },
};

const tmx = `<?xml version="1.0"?><tmx version="1.4"><header srclang="en"/><body>
<tu><tuv xml:lang="en"><seg>Hello world</seg></tuv><tuv xml:lang="de"><seg>Hallo Welt</seg></tuv></tu></body></tmx>`;
const po = 'msgid ""\nmsgstr "Language: de\\n"\n\nmsgid "Hello world"\nmsgstr "Hallo Welt"\n';

let cwd = '';
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'helve-every-tool-'));
  await write('helve.config.json', '{ "govern": false }');
  await write('de.po', po);
  await write('memory.tmx', tmx);
  await write('terms.csv', 'source,target\nworld,Welt\n');
  await helve(['tm', 'import', 'memory.tmx']);
  await helve(['terms', 'import', 'terms.csv', '--to', 'de']);
}, 120_000);
afterAll(() => rm(cwd, { recursive: true, force: true }));

async function write(name: string, text: string): Promise<void> {
  await mkdir(join(cwd, 'flows'), { recursive: true });
  await writeFile(join(cwd, name), text);
}

/** One run of `helve` in the project, by somebody who has agreed to every program. */
async function helve(argv: readonly string[]) {
  const out = { stdout: '', stderr: '' };
  const io = {
    stdout: { write: (text: string) => (out.stdout += text) },
    stderr: { write: (text: string) => (out.stderr += text) },
    stdin: (async function* () {})(),
    cwd,
    user: 'tester',
    env: { PATH: process.env['PATH'], XDG_CONFIG_HOME: join(cwd, 'config-home') },
    signal: new AbortController().signal,
  };
  return { code: await main(argv, io), ...out };
}

/** Lists that may also be the path of a file, so that they are typed as one. */
const typedWhole: ReadonlySet<string> = new Set(['glossary', 'vocabulary']);

/** The parameters as they are typed: a list by repeating the flag, what is no word as JSON. */
function flagsOf(config: JsonObject): readonly string[] {
  return Object.entries(config).flatMap(([name, value]) => {
    const flag = `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    const items = Array.isArray(value) && !typedWhole.has(name) ? value : [value];
    return items.map((one) => `${flag}=${written(one)}`);
  });
}

function written(value: Json | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The digest that an untrusted run names, as flags. */
function trust(stderr: string): readonly string[] {
  const digest = /--trust-exec (\w+)/.exec(stderr)?.[1];
  return digest === undefined ? [] : ['--trust-exec', digest];
}

/** Runs, and once more with the digest where programs need consent. */
async function trusted(argv: readonly string[]) {
  const first = await helve(argv);
  return first.code === 0 ? first : helve([...argv, ...trust(first.stderr)]);
}

const done = { code: 0 };
const run = ['de.po', '--target', 'de', '--to', 'none'];
const needsRedact = { code: 2, stderr: expect.stringContaining('needs redaction.secret@source') };

describe.each(allTools.map(({ name }) => name))('%s', (name) => {
  const config = configs[name] ?? {};
  const before = name === 'unredact' ? [{ tool: 'redact', config: configs['redact'] ?? {} }] : [];

  test('T8 runs over files by its name, its parameters as flags', async () => {
    const ran = await trusted([name, ...run, ...flagsOf(config)]);
    expect(ran).toMatchObject(before.length === 0 ? done : needsRedact);
  });

  test('T8 runs as a step of a flow', async () => {
    await write(`${name}.flow.json`, JSON.stringify({ steps: [...before, { tool: name, config }] }));
    expect(await trusted(['run', `./${name}.flow.json`, ...run])).toMatchObject(done);
  });

  test('T8 can be called', async () => {
    const input = { text: 'Hello world', target: 'Hallo Welt', sourceLocale: 'en', targetLocales: ['de'], config };
    await write('input.json', JSON.stringify(input));
    const called = await helve(['call', name, '--input', 'input.json', '--json']);
    expect(called).toMatchObject(before.length === 0 ? { ...done, stderr: '' } : needsRedact);
    if (before.length === 0) expect(JSON.parse(called.stdout)).toMatchObject({ findings: expect.any(Array) });
  });

  test('K87 a parameter that it does not have is refused by name, with the one that is near', async () => {
    const [known = ''] = Object.keys(allTools.find((each) => each.name === name)?.schema.properties ?? {});
    const steps = [{ tool: name, config: { ...config, [`${known}x`]: 1 } }];
    await write(`flows/${name}-wrong.json`, JSON.stringify({ steps }));
    const refused = await helve(['run', `flows/${name}-wrong.json`, ...run]);
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining(`${known}x`) });
    if (known !== '') expect(refused.stderr).toContain(`"${known}"`);
  });
});

/** It has no short form, since a command has its name, and is itself what calls. */
describe('call', () => {
  const config = { id: 'pseudo-translate', input: { text: '${source.text}' }, output: { target: '/text' } };

  test('T8 runs as a step of a flow, and takes targets from what it calls', async () => {
    await write('flows/call.json', JSON.stringify({ steps: [{ tool: 'call', config }] }));
    expect(await helve(['run', 'flows/call.json', 'de.po', '--target', 'de', '-o', 'called.po'])).toMatchObject(done);
    expect(await readFile(join(cwd, 'called.po'), 'utf8')).toContain('Ĥéļļö ŵöŕļđ');
  });

  test('T8 has no short form', async () => {
    const refused = await helve(['tools', 'run', 'call', ...run]);
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('"call"') });
  });

  test('K87 a parameter that it does not have is refused by name, with the one that is near', async () => {
    await write('flows/call-wrong.json', JSON.stringify({ steps: [{ tool: 'call', config: { ...config, idx: 1 } }] }));
    const refused = await helve(['run', 'flows/call-wrong.json', ...run]);
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('Did you mean "id"?') });
  });
});
