import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '@helve/core';
import {
  FlowToolRegistry,
  registerAll,
  targetPort,
  type Part,
  type Runs,
  type Step,
  type TargetView,
  type Vault,
} from '@helve/flow';
import { placeholderText } from '@helve/flow/content';
import { assertPlan, compileFlow, createMemoryBlockStore, fileIo, remoteTool, runFlow } from '@helve/flow/engine';
import { describe, expect, onTestFinished, test } from 'vitest';
import { allFormats } from '../format/all-formats.js';
import { createFormats } from '../format/create-formats.js';
import { flowToolEntry } from '../tool-kit/flow-tool-entry.js';
import { redact } from '../tool/redact/redact.js';
import { unredact } from '../tool/unredact/unredact.js';
import { openFileVault } from '../vault/open-file-vault.js';
import { isTokenRun } from './token.js';

const canary = 'Kanarienvogel4711';
const key = Buffer.alloc(32, 3);

/** Creates a remote translator that records its input, and loses what it is told to lose. */
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
        seen.push(JSON.stringify([view.id, view.name, view.displayHint]));
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

/** A step that names every block and fails on it. */
const stumble = flowToolEntry({
  meta: {
    id: 'stumble',
    version: '1.0.0',
    category: 'enrich',
    displayName: 'Stumble',
    description: 'Speaks of each block and fails.',
    cardinality: 'monolingual',
    consumes: [],
    produces: [],
  },
  properties: {},
  create: () => ({
    annotate(view, ctx) {
      ctx.log('warn', `stumbled over ${view.id}`);
      throw new Error(`fell over ${view.id}`);
    },
  }),
});

/** Creates a step in another process, to which whole parts are sent. */
function createFar(seen: string[]) {
  const near = createRemote([], (runs) => runs);
  const meta = { ...near.factory().meta, id: 'far-translate', capability: 'translate' } as const;
  return remoteTool(
    meta,
    { ...near.schema, toolMeta: meta },
    {
      exchange: (batch) => {
        seen.push(JSON.stringify(batch));
        const [header = '', ...lines] = batch.parts.split('\n');
        const parts = lines.map((line) =>
          line === '' ? '' : JSON.stringify(translatedPart(JSON.parse(line) as Part)),
        );
        return Promise.resolve({ parts: [header, ...parts].join('\n') });
      },
    },
  );
}

function translatedPart(part: Part): Part {
  if (part.kind !== 'block') return part;
  const { block } = part;
  return { kind: 'block', block: { ...block, targets: { de: { runs: block.source, status: 'draft' } } } };
}

interface Scenario {
  readonly folder: string;
  readonly vault: Vault;
  readonly steps: readonly Step[];
  readonly translated?: (runs: Runs) => Runs;
  readonly files: Readonly<Record<string, string>>;
  /** Options of the format that reads the files. */
  readonly options?: JsonObject;
}

/** Runs a flow over real files and collects all of its outputs, except the vault. */
async function tell({ folder, vault, steps, files, options = {}, translated = (runs) => runs }: Scenario) {
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
  registerAll(registry, [redact, unredact, stumble, remote, createFar(sinks['remote'] ?? [])]);
  const flow = { name: 'secure', spec: { steps } };
  const plan = assertPlan(
    compileFlow(flow, registry, { sourceLocale: 'en', targetLocales: ['de'], source: { kind: 'file' } }),
  );
  await mkdir(join(folder, 'out'), { recursive: true });
  const inputs = await Promise.all(
    Object.entries(files).map(async ([name, content]) => {
      const path = join(folder, name);
      await writeFile(path, content);
      return { id: name, path, options, outputs: [{ path: join(folder, 'out', name), locale: 'de' }] };
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

/** Files with secrets in keys: ids, names, groups, contexts and remarks. */
const keyed = {
  'keys.json': JSON.stringify(
    { [canary]: 'Hello', [`of.${canary}`]: { [canary]: `By ${canary}` }, plain: 'x' },
    null,
    2,
  ),
  'keys.properties': `# Ask ${canary}\n${canary}=Hello\ntitle.${canary}.x=By ${canary}\n`,
  'keys.po': `#. For ${canary}\n#: src/${canary}.c:1\nmsgctxt "${canary}"\nmsgid "Hello"\nmsgstr ""\n`,
  'keys.xlf': `<xliff version="1.2"><file original="${canary}" source-language="en" target-language="de" datatype="x"><body><group id="${canary}" resname="${canary}"><trans-unit id="${canary}" resname="of ${canary}" extradata="${canary}"><source>Hello</source><note>${canary}</note></trans-unit></group></body></file></xliff>`,
  'keys2.xlf': `<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="de"><file id="${canary}" original="${canary}"><group id="${canary}" name="${canary}"><unit id="${canary}" name="${canary}"><notes><note>${canary}</note></notes><segment><source>Hello</source></segment></unit></group></file></xliff>`,
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

  test('T95 in an id, a name or a hint it is told to nobody, and the file keeps it as its key', async () => {
    const { folder, vault } = await createFolder();
    const { sinks, report, outputs } = await tell({ folder, vault, steps: secure, files: keyed });
    await vault.close();
    expect(report.documents.map(({ error }) => error)).toEqual(Object.keys(keyed).map(() => undefined));
    expect(leaks(sinks)).toEqual([]);
    expect(sinks['remote']?.join('\n')).toMatch(/of\.rdx[a-z2-7]{10}/u);
    expect(report.reports['redact']).toMatchObject({ totals: { kept: { 'block id': 7, 'block name': 8 } } });
    for (const name of ['keys.json', 'keys.properties'] as const) expect(outputs.get(name)).toBe(keyed[name]);
    for (const name of ['keys.xlf', 'keys2.xlf']) expect(outputs.get(name)).toContain(`name="${canary}"`);
    expect(outputs.get('keys.po')).toContain(`msgctxt "${canary}"`);
  });

  test('K131 another process is sent no key that tells, and gives each part back to its own', async () => {
    const { folder, vault } = await createFolder();
    const steps = secure.map((step) => (step.tool === 'remote-translate' ? { tool: 'far-translate' } : step));
    const { sinks, report, outputs } = await tell({ folder, vault, steps, files: { ...files, ...keyed } });
    await vault.close();
    expect(report.status).toBe('ok');
    expect(leaks(sinks)).toEqual([]);
    expect(sinks['remote']?.join('\n')).toContain('group-start');
    expect(outputs.get('keys.json')).toBe(keyed['keys.json']);
    expect(outputs.get('app.properties')).toBe(files['app.properties']);
    expect(outputs.get('keys.xlf')).toContain(`resname="of ${canary}"`);
    expect(outputs.get('keys.xlf')).toContain('>Hello</target>');
  });

  test('T95 an error, a loss and a quarantined block are told without it', async () => {
    const { folder, vault } = await createFolder();
    const dropped = (runs: Runs) => runs.filter((run) => !isTokenRun(run));
    const lost = await tell({ folder, vault, steps: secure, files: keyed, translated: dropped });
    expect(lost.report.losses.map(({ block = '' }) => block)).toContainEqual(expect.stringMatching(/rdx/u));
    const failing = (): Runs => {
      throw new Error('no');
    };
    const broken = secure.map((step) => ({ ...step, onError: 'quarantine' as const }));
    const failed = await tell({ folder, vault, steps: broken, files: keyed, translated: failing });
    const stopped = await tell({ folder, vault, steps: secure, files: keyed, translated: failing });
    await vault.close();
    expect(failed.report.quarantine.blocks.length).toBeGreaterThan(5);
    expect(stopped.report.status).toBe('failed');
    for (const { sinks } of [lost, failed, stopped]) expect(leaks(sinks)).toEqual([]);
  });

  test.each(['fail', 'skip', 'quarantine'] as const)(
    'T95 a step before redact that fails (%s) is told without it',
    async (onError) => {
      const { folder, vault } = await createFolder();
      const steps = [{ tool: 'stumble', onError }, ...secure];
      const { sinks, report } = await tell({ folder, vault, steps, files: keyed });
      const bare = await tell({ folder, vault, steps: steps.slice(0, 1), files: keyed });
      await vault.close();
      expect(leaks(sinks)).toEqual([]);
      expect(report.status).toBe({ fail: 'failed', skip: 'ok', quarantine: 'partial' }[onError]);
      expect(JSON.stringify(sinks['log'])).toMatch(/stumbled over [0-9a-f]{64}/u);
      // If nothing is hidden, a block is named by its id.
      expect(leaks(bare.sinks)).toContain('log');
      expect(leaks(bare.sinks)).toContain('report');
    },
  );

  test.each(['skip', 'quarantine'] as const)(
    'T95 a block on which redact itself fails (%s) is sent to nobody',
    async (onError) => {
      const { folder, vault } = await createFolder();
      const broken: Vault = { ...vault, put: () => Promise.reject(new Error('disk full')) };
      const steps = secure.map((step) => (step.tool === 'redact' ? { ...step, onError } : step));
      const { sinks, report } = await tell({ folder, vault: broken, steps, files });
      await vault.close();
      expect(leaks(sinks)).toEqual([]);
      expect(report.status).toBe('partial');
      expect(report.quarantine.blocks.map(({ tool }) => tool)).toContain('redact');
    },
  );

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

const twelve = (unit: string) =>
  `<xliff version="1.2"><file original="x" source-language="en" target-language="de" datatype="x"><body>${unit}</body></file></xliff>`;
const two = (unit: string) =>
  `<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" xmlns:mtc="urn:oasis:names:tc:xliff:matches:2.0" version="2.0" srcLang="en" trgLang="de"><file id="f">${unit}</file></xliff>`;

/** Everything that a format reads, with the canary in it: content, remarks, proposals and properties. */
const full = {
  'full.json': JSON.stringify({ a: `By ${canary}`, description: `Of ${canary}` }, null, 2),
  'full.md': `---\ntitle: T\n---\n\nBy ${canary} <!-- of ${canary} -->\n\n~~~js\n// ${canary}\n~~~\n`,
  'full.mdx': `By ${canary} {/* ${canary} */}\n`,
  'full.txt': `By ${canary}\n`,
  'full.properties': `# One\n  ! of ${canary}  \r\n#\t${canary}, too\na=By ${canary}\n`,
  'full.po': `msgid ""\nmsgstr ""\n"Language: de\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Last-Translator: ${canary}\\n"\n\n# t ${canary}\n#. e ${canary}\n#: ${canary}.c:1\n#| msgid "${canary}"\nmsgid "By ${canary}"\nmsgstr "Von ${canary}"\n`,
  'full.xlf': twelve(
    `<trans-unit id="a"><source>By ${canary}</source><target>Von ${canary}</target><note from="${canary}">${canary}</note><note from="me">${canary}</note><alt-trans><source>by ${canary}</source><target>von ${canary}</target></alt-trans><alt-trans match-quality="80%"><target xml:lang="de">${canary}</target></alt-trans></trans-unit>`,
  ),
  'full2.xlf': two(
    `<unit id="a"><mtc:matches><mtc:match ref="#m"><originalData><data id="d">of ${canary}</data></originalData><source>by ${canary}</source><target>von <ph id="1" dataRef="d"/> ${canary}</target></mtc:match></mtc:matches><notes><note>${canary}</note></notes><originalData><data id="d1">to ${canary}</data><data id="d2">${canary}</data></originalData><segment><source><mrk id="m" type="mtc:match">By</mrk> ${canary}<ph id="1" dataRef="d1"/><pc id="2" dataRefStart="d2" dataRefEnd="d1">x</pc></source><target>Von ${canary}</target></segment></unit><unit id="b"><originalData><data id="d">${canary}</data></originalData><segment><source>x<ph id="1" dataRef="d"/></source></segment></unit>`,
  ),
};

describe('a canary in everything that a format reads', () => {
  test('T95 is in no file that was written after redact, and all of it comes back', async () => {
    const { folder, vault } = await createFolder();
    const redacted = await tell({ folder, vault, steps: secure.slice(0, 1), files: full });
    const written = Object.fromEntries(redacted.outputs);
    const restored = await tell({
      folder,
      vault,
      steps: [{ tool: 'unredact', config: { vault: 'kept' } }],
      files: written,
    });
    await vault.close();
    expect(redacted.report.status).toBe('ok');
    for (const [name, text] of Object.entries(written)) expect(`${name} ${text}`).not.toContain(canary);
    expect(Object.fromEntries(restored.outputs)).toEqual(full);
  });

  test('T95 in a note that its format cannot rewrite it is not counted as redacted', async () => {
    const { folder, vault } = await createFolder();
    const story = { folder, vault, steps: secure.slice(0, 1), files: { 'full.json': full['full.json'] } };
    const noteRules = { '**': 'description' };
    const shown = await tell({ ...story, options: { noteRules } });
    const left = await tell({ ...story, options: { noteRules, extractNonTranslatable: false } });
    await vault.close();
    expect(shown.outputs.get('full.json')).not.toContain(canary);
    expect(shown.report.reports['redact']).not.toHaveProperty('totals.kept');
    expect(left.outputs.get('full.json')).toContain(`"description": "Of ${canary}"`);
    expect(left.report.reports['redact']).toMatchObject({ totals: { redacted: 1, kept: { notes: 1 } } });
    expect([...leaks(shown.sinks), ...leaks(left.sinks)]).toEqual([]);
  });

  test('T95 in a comment of a document inside of a value it goes and comes back too', async () => {
    const { folder, vault } = await createFolder();
    const options = { subfilters: [{ match: 'p', format: 'properties' }] };
    const inner = { 'inner.json': JSON.stringify({ p: `# Of ${canary}\na=By ${canary}` }) };
    const redacted = await tell({ folder, vault, steps: secure.slice(0, 1), files: inner, options });
    const restored = await tell({ folder, vault, steps: secure, files: inner, options });
    await vault.close();
    expect(redacted.outputs.get('inner.json')).toContain('# Of [REDACTED:Bird]');
    expect(redacted.outputs.get('inner.json')).not.toContain(canary);
    expect(Object.fromEntries(restored.outputs)).toEqual(inner);
  });

  test('T95 in a key or the language of some code it is not counted as redacted', async () => {
    const { folder, vault } = await createFolder();
    const named = { 'named.json': JSON.stringify({ [canary]: 'x' }), 'named.md': `~~~${canary}\nx\n~~~\n` };
    const { sinks, report, outputs } = await tell({ folder, vault, steps: secure.slice(0, 1), files: named });
    await vault.close();
    expect(Object.fromEntries(outputs)).toEqual(named);
    expect(report.reports['redact']).toMatchObject({ totals: { redacted: 0, kept: { properties: 2 } } });
    expect(leaks(sinks)).toEqual([]);
  });

  test('T95 is in no file where redact itself fails and nothing is put back', async () => {
    const { folder, vault } = await createFolder();
    const broken: Vault = { ...vault, put: () => Promise.reject(new Error('disk full')) };
    const steps = [{ ...secure[0], onError: 'quarantine' }] as readonly Step[];
    const { report, outputs } = await tell({ folder, vault: broken, steps, files: full });
    await vault.close();
    for (const { error } of report.documents)
      expect(error).toMatchObject({ tool: 'redact', code: 'FLOW_EDIT_REJECTED' });
    expect([...outputs.keys()]).toEqual([]);
  });

  test.each([
    ['before redact', [{ tool: 'stumble', onError: 'quarantine' }, ...secure.slice(0, 1)]],
    ['between redact and unredact', [secure[0], { tool: 'stumble', onError: 'quarantine' }, secure[2]]],
  ] as const)('T95 is where it belongs although its blocks were quarantined %s', async (_, steps) => {
    const { folder, vault } = await createFolder();
    const { sinks, report, outputs } = await tell({ folder, vault, steps: steps as readonly Step[], files: full });
    await vault.close();
    expect(report.status).toBe('partial');
    expect(leaks(sinks)).toEqual([]);
    const isRestored = steps.at(-1)?.tool === 'unredact';
    for (const [name, text] of Object.entries(full))
      expect(outputs.get(name)).toEqual(isRestored ? text : expect.not.stringContaining(canary));
  });
});
