import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  FlowToolRegistry,
  newPayload,
  registerAll,
  runsText,
  type Block,
  type Part,
  type Resources,
  type Step,
} from '@helve/flow';
import { assertPlan, compileFlow, createMemoryBlockStore, runFlow, type RunReport } from '@helve/flow/engine';
import { describe, expect, onTestFinished, test } from 'vitest';
import { defineTool } from '@helve/core';
import { allFormats } from '../format/all-formats.js';
import { demoModel } from '../model/demo-model.js';
import { createMtTranslateTool } from '../mt/create-mt-translate-tool.js';
import { callOf } from '../testing/call-of.js';
import { readDocument, writeDocument } from '../testing/document-kit.js';
import { draft, memoryOf } from '../testing/memory-kit.js';
import { toParts } from '../testing/run-tool.js';
import { aBlock, bold, show, t } from '../testing/runs-kit.js';
import { concept, withTerms } from '../testing/term-kit.js';
import { startVendorServer } from '../testing/vendor-server.js';
import { openFileVault } from '../vault/open-file-vault.js';
import { loadTools } from './tool-table.js';

const allTools = await loadTools();

const registry = new FlowToolRegistry().registerProvider('demo', true);
registerAll(registry, allTools);

/** The demo model behind a tool call, which records its requests. */
function recordedModel() {
  return callOf(
    defineTool({
      id: 'llm.complete',
      description: 'Answers as the offline model does.',
      inputSchema: { type: 'object', additionalProperties: true },
      execute: (input) => demoModel.complete(input as unknown as Parameters<typeof demoModel.complete>[0]),
    }),
  );
}

interface Journey {
  readonly report: RunReport;
  readonly parts: readonly Part[];
  readonly blocks: readonly Block[];
}

async function travel(
  steps: readonly Step[],
  parts: readonly Part[],
  run: {
    readonly call: ReturnType<typeof callOf>;
    readonly resources: Resources;
    readonly store?: ReturnType<typeof createMemoryBlockStore>;
  },
): Promise<Journey> {
  const env = { sourceLocale: 'en', targetLocales: ['fr'], source: { kind: 'store' } } as const;
  const plan = assertPlan(compileFlow({ name: 'journey', spec: { steps } }, registry, env));
  const out: Part[] = [];
  const outputs = [
    {
      async write(written: AsyncIterable<Part>) {
        for await (const part of written) out.push(part);
        return { bytes: 0, blocks: 0, changed: 0 };
      },
      commit: async () => undefined,
      discard: async () => undefined,
    },
  ];
  const document = {
    id: 'app.json',
    async *read() {
      yield* structuredClone(parts) as Part[];
    },
    outputs,
  };
  const report = await runFlow(plan, { documents: [document] }, { tools: registry, ...run });
  return { report, parts: out, blocks: out.flatMap((part) => (part.kind === 'block' ? [part.block] : [])) };
}

describe('the AI chain over a document', () => {
  const text = [
    '{',
    '  "greet": "Dr. John Smith arrived.",',
    '  "open": "Open the <b>file</b> now, {name}.",',
    '  "bye":   "Good bye"',
    '}',
    '',
  ].join('\n');
  const steps: readonly Step[] = [
    { tool: 'ai-entity-extract' },
    { tool: 'term-lookup' },
    { tool: 'tm-leverage' },
    { tool: 'ai-translate', config: { provider: 'far' } },
    { tool: 'term-enforce' },
    { tool: 'qa-check' },
  ];

  test('TV46 each step uses what the ones before wrote, bytes around stay, and a second run makes no call', async () => {
    const json = allFormats.find(({ id }) => id === 'json');
    if (json === undefined) throw new Error('There is no JSON');
    const mary = 'Dr. Mary Jones arrived.';
    const entities = [{ type: 'person', values: { en: 'Mary Jones', fr: 'Mary Jones' } }] as const;
    const memory = await memoryOf([draft({ en: mary, fr: 'Dr. Mary Jones est arrivée.' }, { entities })]);
    const terms = withTerms([concept('c1', ['en:file', 'fr:fichier!preferred'])]);
    const resources = { get: (uri: string) => (uri.startsWith('tm:') ? memory : terms.get(uri)) };
    const store = createMemoryBlockStore();
    const call = recordedModel();
    const read = await readDocument(json, text);
    const first = await travel(steps, read.parts, { call, resources, store });
    expect(first.report.status).toBe('ok');
    const [greet, open, bye] = first.blocks;
    expect(runsText(greet?.targets['fr']?.runs ?? [])).toBe('Dr. John Smith est arrivée.');
    expect(greet?.targets['fr']?.origin?.kind).toBe('tm');
    expect(JSON.stringify(call.calls)).toContain(String.raw`\"terms\":[{\"source\":\"file\",\"target\":\"fichier\"}]`);
    expect(JSON.stringify(open?.overlays)).toContain('term.not-used');
    expect(runsText(bye?.targets['fr']?.runs ?? [])).toBe('⟦fr⟧ Good bye');
    const written = await writeDocument(json, { ...read, parts: first.parts }, { targetLocale: 'fr' });
    expect(new TextDecoder().decode(written.bytes)).toContain('"bye":   "⟦fr⟧ Good bye"');
    const asked = call.calls.length;
    await travel(steps, read.parts, { call, resources, store });
    expect(call.calls).toHaveLength(asked);
  });
});

describe('secrets and remote engines', () => {
  const secret = 'canary.secret@example.org';

  test('TV47 no secret is in any request, the result has all of them, and the vault file has none in clear', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'helve-vault-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const path = join(folder, 'vault.ndjson');
    const server = await startVendorServer(({ json }) => {
      const { text } = json as { readonly text: readonly string[] };
      return { json: { translations: text.map((html) => ({ text: html.replace('Write', 'Écrivez') })) } };
    });
    onTestFinished(() => server.close());
    const vault = await openFileVault({ path, key: new Uint8Array(32) });
    const block = aBlock([t('Write to '), ...bold('1', t(secret)), t(' today')], {}, { id: 'b1', name: secret });
    block.annotations['note'] = newPayload('note', { items: [{ text: `Ask ${secret}` }] });
    const call = callOf(createMtTranslateTool({ keyFor: () => 'k' }));
    const steps: readonly Step[] = [
      { tool: 'redact', config: { presets: ['email'] } },
      { tool: 'deepl-translate', config: { provider: 'deepl', endpoint: server.url } },
      { tool: 'unredact' },
    ];
    const { report, blocks } = await travel(steps, toParts([block]), {
      call,
      resources: { vault, get: () => undefined },
    });
    await vault.close();
    expect(report.status).toBe('ok');
    expect(server.requests).toHaveLength(1);
    expect(JSON.stringify(server.requests)).not.toContain('canary');
    expect(show(blocks[0]?.targets['fr']?.runs)).toBe(`Écrivez to <x id="1"/>${secret}<x id="/1"/> today`);
    expect(await readFile(path, 'utf8')).not.toContain('canary');
  });

  test('TV47 notes, neighbours, proposals and what a memory adds later hold no secret when a model is asked', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'helve-vault-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const vault = await openFileVault({ path: join(folder, 'vault.ndjson'), key: new Uint8Array(32) });
    const memory = await memoryOf([draft({ en: `Please write to ${secret} now`, fr: `Écrivez à ${secret}` })]);
    const block = aBlock('Please write to us now', {}, { id: 'b1' });
    block.annotations['note'] = newPayload('note', { items: [{ text: `Ask ${secret}` }] });
    const alternative = { target: [t(`Écrivez à ${secret}`)], locale: 'fr', score: 0.8 };
    block.annotations['alt-translation'] = newPayload('alt-translations', { items: [alternative] });
    const call = recordedModel();
    const steps: readonly Step[] = [
      { tool: 'redact', config: { presets: ['email'] } },
      { tool: 'tm-leverage', config: { fuzzyThreshold: 30, fillTarget: false } },
      { tool: 'ai-translate', config: { provider: 'far', context: 'neighbours' } },
      { tool: 'unredact' },
    ];
    const parts = toParts([block, aBlock(`Reach ${secret}`, {}, { id: 'b2' })]);
    const { report, blocks } = await travel(steps, parts, { call, resources: { vault, get: () => memory } });
    await vault.close();
    expect(report.status).toBe('ok');
    expect(call.calls.length).toBeGreaterThan(0);
    expect(JSON.stringify(call.calls)).not.toContain('canary');
    expect(JSON.stringify(blocks[0]?.annotations)).toContain('canary');
    expect(runsText(blocks[1]?.targets['fr']?.runs ?? [])).toBe(`⟦fr⟧ Reach ${secret}`);
  });
});
