import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { anthropicFixture } from '@helve/agent/testing';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Io } from '../../io.js';
import { main } from '../../main.js';

const canary = 'Kanarienvogel4711';

/** Everything that came over the wire, headers and addresses included. */
const seen: string[] = [];
let server: Server;
let endpoint = '';

beforeAll(async () => {
  await import('@helve/project/run');
  server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      seen.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)} ${body}`);
      const isDeepl = request.url?.endsWith('/translate') === true;
      response.writeHead(200, { 'content-type': isDeepl ? 'application/json' : 'text/event-stream' });
      response.end(isDeepl ? deeplAnswer(body) : modelAnswer(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  return body;
}

type Content = string | readonly { readonly text?: string }[];

/** Both give every text back as it came. */
function deeplAnswer(body: string): string {
  const { text } = JSON.parse(body) as { readonly text: readonly string[] };
  return JSON.stringify({ translations: text.map((each) => ({ text: each })) });
}

function modelAnswer(body: string): string {
  const { messages } = JSON.parse(body) as { readonly messages: readonly { readonly content: Content }[] };
  const content = messages[0]?.content ?? '';
  const asked = typeof content === 'string' ? content : (content[0]?.text ?? '');
  const { items } = JSON.parse(asked) as { readonly items: readonly { readonly id: string; readonly text: string }[] };
  const args = JSON.stringify({ items: items.map(({ id, text }) => ({ id, text })) });
  const events = anthropicFixture.calls([{ id: 'c1', name: 'answer', args }], 'one');
  return events.map(toEvent).join('');
}

function toEvent(event: unknown): string {
  const data = JSON.stringify(event);
  const { type } = JSON.parse(data) as { readonly type: string };
  return `event: ${type}\ndata: ${data}\n\n`;
}

const files: Readonly<Record<string, string>> = {
  'app.json': JSON.stringify({ [canary]: 'Hello', [`of.${canary}`]: `By ${canary}`, plain: 'Plain' }, null, 2),
  'app.properties': `# Ask ${canary}\n${canary}.title=Hello\nby=By ${canary}\n`,
  'app.xlf': `<xliff version="1.2"><file original="${canary}" source-language="en" target-language="fr" datatype="x"><body><group id="${canary}"><trans-unit id="${canary}" resname="${canary}"><source>Hello</source><note>${canary}</note></trans-unit></group></body></file></xliff>`,
};

/** Runs a flow of these steps, or what is typed, and gathers all that is told of it anywhere. */
async function runIn(steps: readonly object[], typed: readonly string[] = ['run', 'flow.json']) {
  const cwd = await mkdtemp(join(tmpdir(), 'helve-canary-'));
  onTestFinished(() => rm(cwd, { recursive: true, force: true }));
  const config = {
    models: { far: { vendor: 'anthropic', model: 'm', baseUrl: endpoint } },
    locales: { source: 'en', targets: ['fr'] },
  };
  const all = { ...files, 'helve.config.json': JSON.stringify(config), 'flow.json': JSON.stringify({ steps }) };
  for (const [name, text] of Object.entries(all)) await writeFile(join(cwd, name), text);
  const out = { text: '' };
  const write = (text: string) => (out.text += text);
  const io: Io = {
    stdout: { write },
    stderr: { write },
    stdin: (async function* () {})(),
    cwd,
    user: 'tester',
    env: {
      XDG_CONFIG_HOME: join(cwd, 'config-home'),
      DEEPL_API_KEY: 'a-key-of-tests',
      ANTHROPIC_API_KEY: 'a-key-of-tests',
    },
    signal: new AbortController().signal,
  };
  // The flag of that name means another thing for the tool itself.
  const report = typed.includes('redact') ? [] : ['--report', 'report.json'];
  const flags = ['--trace', 'trace.ndjson', ...report, '--progress', 'ndjson', '--json'];
  const code = await main([...typed, ...Object.keys(files), '-o', 'out-{name}{ext}', ...flags], io);
  expect(out.text).not.toContain('helve.error/v1');
  const read = (name: string) => readFile(join(cwd, name), 'latin1');
  const names = (await readdir(join(cwd, '.helve'))).filter((name) => name !== 'vault.key');
  // Files that SQLite keeps beside a database may go between the two looks, when the last one closes it.
  const kept = await Promise.all(names.map((name) => read(`.helve/${name}`).catch(() => '')));
  const told = [out.text, await read('trace.ndjson'), ...(await Promise.all(report.slice(1).map(read))), ...kept];
  return { code, told, text: out.text, output: (name: string) => readFile(join(cwd, `out-${name}`), 'utf8') };
}

/** Where the canary stands in something that was told. */
function placesIn(artefact: string): readonly string[] {
  return [...artefact.matchAll(new RegExp(`.{0,40}${canary}`, 'gu'))].map(([place]) => place);
}

const redact = { tool: 'redact', config: { rules: [{ term: canary, category: 'bird' }] } };
const engines = {
  'a model': { tool: 'ai-translate', config: { provider: 'far', context: 'neighbours' } },
  'a machine translation': { tool: 'deepl-translate', config: { provider: 'deepl', endpoint: 'ENDPOINT' } },
};

test.each(Object.entries(engines))(
  'T95 %s far away, the trace, the report, the trail and the terminal are told no canary, wherever it stands',
  async (_, step) => {
    seen.length = 0;
    const engine = JSON.parse(JSON.stringify(step).replace('ENDPOINT', endpoint)) as object;
    const { code, told, text, output } = await runIn([redact, engine, { tool: 'unredact' }]);
    expect(code, text).toBe(0);
    expect(seen.length).toBeGreaterThan(2);
    expect(seen.filter((request) => request.includes(canary))).toEqual([]);
    expect(told.flatMap((artefact) => placesIn(artefact))).toEqual([]);
    for (const name of ['app.json', 'app.properties']) expect(await output(name)).toBe(files[name]);
    expect(await output('app.xlf')).toContain(`resname="${canary}"`);
    expect(await output('app.xlf')).toContain('>Hello</target>');
  },
  120_000,
);

test('T95 a rule that was typed is in no report and no trail', async () => {
  const rules = JSON.stringify({ term: canary, category: 'bird' });
  const { code, told, output } = await runIn([], ['tools', 'run', 'redact', '--rules', rules]);
  expect(code).toBe(0);
  expect(told.flatMap((artefact) => placesIn(artefact))).toEqual([]);
  expect(await output('app.json')).toContain('By [REDACTED:Bird]');
}, 120_000);

test('T95 without redaction all of them show it, so that they would tell', async () => {
  seen.length = 0;
  const { told } = await runIn([engines['a model']]);
  expect(seen.some((request) => request.includes(canary))).toBe(true);
  expect(told.filter((artefact) => artefact.includes(canary)).length).toBeGreaterThan(1);
}, 120_000);
