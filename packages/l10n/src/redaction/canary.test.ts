import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '@helve/core';
import {
  assertPlan,
  compileFlow,
  createMemoryBlockStore,
  fileIo,
  FlowToolRegistry,
  placeholderText,
  registerAll,
  runFlow,
  targetPort,
  type Runs,
  type TargetView,
  type Vault,
} from '@helve/flow';
import { describe, expect, onTestFinished, test } from 'vitest';
import { allFormats } from '../format/all-formats.js';
import { createFormats } from '../format/create-formats.js';
import { flowToolEntry } from '../tool/flow-tool-entry.js';
import { redact } from '../tool/redact/redact.js';
import { unredact } from '../tool/unredact/unredact.js';
import { openFileVault } from '../vault/open-file-vault.js';
import { isTokenRun } from './token.js';

const canary = 'Kanarienvogel4711';
const key = Buffer.alloc(32, 3);

/** A translator far away that keeps all it is shown, and loses what it is told to lose. */
function createRemote(seen: string[], translated: (runs: Runs) => Runs) {
  return flowToolEntry({
    meta: {
      id: 'remote-translate',
      version: '1.0.0',
      category: 'translate',
      displayName: 'Remote',
      description: 'Sends everything away.',
      cardinality: 'bilingual',
      consumes: [],
      produces: [targetPort],
      sideEffects: ['api-call', 'remote-source-egress'],
      writesOutput: true,
    },
    properties: {},
    create: () => ({
      translate(view: TargetView, ctx) {
        seen.push(JSON.stringify([view.source, view.propertyKeys.map((name) => view.property(name))]));
        seen.push(JSON.stringify(view.annotationKeys.map((name) => view.annotation(name))));
        seen.push(placeholderText(view.source), view.text('en'), view.contentHash);
        const runs = translated(view.source);
        view.setTarget('de', runs, { status: 'draft', origin: { kind: 'mt' } });
        ctx.log('info', `sent ${placeholderText(view.source)}`);
        ctx.report({ last: placeholderText(view.source) });
      },
    }),
  });
}

interface Story {
  readonly folder: string;
  readonly vault: Vault;
  readonly steps: readonly { readonly tool: string; readonly config?: JsonObject }[];
  readonly translated?: (runs: Runs) => Runs;
  readonly files: Readonly<Record<string, string>>;
}

/** Runs a flow over real files and gathers everything that it leaves anywhere, but for the vault. */
async function tell({ folder, vault, steps, files, translated = (runs) => runs }: Story) {
  const sinks: Record<string, string[]> = {
    remote: [],
    trace: [],
    progress: [],
    log: [],
    report: [],
    store: [],
    files: [],
  };
  const remote = createRemote(sinks['remote'] ?? [], translated);
  const registry = new FlowToolRegistry();
  registerAll(registry, [redact, unredact, remote]);
  const flow = { name: 'secure', spec: { steps } };
  const plan = assertPlan(
    compileFlow(flow, registry, { sourceLocale: 'en', targetLocales: ['de'], source: { kind: 'file' } }),
  );
  await mkdir(join(folder, 'out'), { recursive: true });
  const inputs = await Promise.all(
    Object.entries(files).map(async ([name, content]) => {
      const path = join(folder, name);
      await writeFile(path, content);
      return { id: name, path, outputs: [{ path: join(folder, 'out', name), locale: 'de' }] };
    }),
  );
  const store = createMemoryBlockStore();
  const add = (sink: string) => (value: unknown) => void sinks[sink]?.push(JSON.stringify(value));
  const io = await fileIo({ inputs, formats: createFormats(allFormats) });
  const report = await runFlow(plan, io, {
    tools: registry,
    resources: { vault, get: () => undefined },
    store,
    keepGoing: true,
    trace: { blocks: () => true, write: add('trace') },
    onProgress: add('progress'),
    log: add('log'),
  });
  sinks['report']?.push(JSON.stringify(report), JSON.stringify(plan));
  const session = await store.begin();
  for await (const record of session.blocks()) sinks['store']?.push(JSON.stringify(record));
  await session.close();
  const written = await readdir(join(folder, 'out'));
  const outputs = new Map<string, string>();
  for (const name of written) outputs.set(name, await readFile(join(folder, 'out', name), 'utf8'));
  return { sinks, report, outputs };
}

async function createFolder(): Promise<{ readonly folder: string; readonly vault: Vault; readonly vaultPath: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'helve-canary-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const vaultPath = join(folder, 'vault.ndjson');
  return { folder, vaultPath, vault: await openFileVault({ path: vaultPath, key }) };
}

const secure = [
  { tool: 'redact', config: { rules: [{ pattern: 'Kanarien[a-z]+[0-9]+', category: 'bird' }] } },
  { tool: 'remote-translate' },
  { tool: 'unredact' },
];
const files = {
  'app.json': JSON.stringify({ title: `Hello ${canary}!`, body: `${canary} and ${canary}`, plain: 'Hello' }, null, 2),
  'app.properties': `# Ask ${canary}\ntitle=Hello ${canary}\nplain=Hello\n`,
  'page.md': `Ask [the bird](https://birds.example/${canary}) or <b title="${canary}">me</b>.\n`,
};

function leaks(sinks: Readonly<Record<string, readonly string[]>>): readonly string[] {
  return Object.keys(sinks).filter((name) => (sinks[name] ?? []).some((text) => text.includes(canary)));
}

describe('a canary in real files', () => {
  test('TV4 reaches no remote step, trace, log, report, progress or store, and is in the result', async () => {
    const { folder, vault, vaultPath } = await createFolder();
    const { sinks, report, outputs } = await tell({ folder, vault, steps: secure, files });
    await vault.close();
    expect(report.status).toBe('ok');
    expect(leaks(sinks)).toEqual([]);
    expect(sinks['remote']?.length).toBeGreaterThan(0);
    expect(sinks['trace']?.length).toBeGreaterThan(0);
    expect(outputs.get('app.json')).toBe(files['app.json']);
    expect(outputs.get('app.properties')).toBe(files['app.properties']);
    expect(outputs.get('page.md')).toBe(files['page.md']);
    expect(await readFile(vaultPath, 'utf8')).not.toContain('Kanarien');
  });

  test('T95 without redaction the same sinks show it, so that they would tell', async () => {
    const { folder, vault } = await createFolder();
    const { sinks } = await tell({ folder, vault, steps: [{ tool: 'remote-translate' }], files });
    await vault.close();
    expect(leaks(sinks)).toEqual(['remote', 'trace', 'log', 'report']);
  });

  test('TV47 a secret is in no request, the result has all of them, and the vault none in clear', async () => {
    const { folder, vault, vaultPath } = await createFolder();
    const { sinks, outputs } = await tell({
      folder,
      vault,
      steps: secure,
      files,
      translated: (runs) => runs.map((run) => (run.kind === 'text' ? { ...run, text: run.text.toUpperCase() } : run)),
    });
    await vault.close();
    expect(sinks['remote']?.join('\n')).not.toContain(canary);
    expect(JSON.parse(outputs.get('app.json') ?? '{}')).toEqual({
      title: `HELLO ${canary}!`,
      body: `${canary} AND ${canary}`,
      plain: 'HELLO',
    });
    expect(await readFile(vaultPath, 'utf8')).not.toContain(canary);
  });

  test('T95 a redacted file holds no original, and errors tell none', async () => {
    const { folder, vault } = await createFolder();
    const { sinks, outputs } = await tell({ folder, vault, steps: secure.slice(0, 2), files });
    expect(leaks(sinks)).toEqual([]);
    expect(outputs.get('app.json')).not.toContain(canary);
    expect(outputs.get('app.json')).toContain('[REDACTED:Bird]');
    expect(outputs.get('page.md')).toContain('https://birds.example/[REDACTED:Bird]');
    expect(outputs.get('page.md')).not.toContain(canary);
    const broken: Vault = { ...vault, put: () => Promise.reject(new Error('disk full')) };
    const failed = await tell({ folder: folder, vault: broken, steps: secure, files });
    await vault.close();
    expect(failed.report.status).toBe('failed');
    expect(leaks(failed.sinks)).toEqual([]);
  });

  test('T96 a token that the translator dropped is reported, without the secret', async () => {
    const { folder, vault } = await createFolder();
    const { sinks, report } = await tell({
      folder,
      vault,
      steps: secure,
      files,
      translated: (runs) => runs.filter((run) => !isTokenRun(run)),
    });
    await vault.close();
    expect(report.lossCounts['secret-unrestored']).toBe(3);
    expect(report.findings.bySeverity).toMatchObject({ critical: 3 });
    expect(leaks(sinks)).toEqual([]);
  });
});
