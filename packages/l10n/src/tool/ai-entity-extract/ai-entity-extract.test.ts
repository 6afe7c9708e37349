import type { JsonObject, ToolResponse } from '@helve/core';
import {
  assertPlan,
  compileFlow,
  FlowToolRegistry,
  isPayload,
  newPayload,
  registerAll,
  runFlow,
  type Block,
} from '@helve/flow';
import { rangeFor, shapeSpan, shapeText, unitAt } from '@helve/flow/content';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createLocalRecognizer } from '../../entity/local-recognizer.js';
import type { Recognizer } from '../../entity/recognizer.js';
import { modelThat } from '../../testing/model-kit.js';
import { aBlock, bold, plural, t } from '../../testing/runs-kit.js';
import { draft, memoryOf } from '../../testing/memory-kit.js';
import { vaultOf, visible } from '../../testing/redaction-kit.js';
import { runSteps, runTool, toParts, type RunToolOptions } from '../../testing/run-tool.js';
import { redact } from '../redact/redact.js';
import { tmLeverage } from '../tm-leverage/tm-leverage.js';
import { aiEntityExtract } from './ai-entity-extract.js';
import { localRecognizerUri } from './recognizer.js';

/** Lists the marked texts of an overlay, each with its data. */
function marks(block: Block, type = 'entity'): readonly string[] {
  const spans = block.overlays.find((overlay) => overlay.type === type && overlay.variant === null)?.spans ?? [];
  return spans.map(({ range, value }) => {
    if (range === undefined) return 'whole';
    const { start, end } = shapeSpan(block.source, range);
    const text = Array.from(shapeText(unitAt(block.source, range.path) ?? []))
      .slice(start, end)
      .join('')
      .replaceAll('\ufffc', '');
    const said = isPayload(value, 'entity') ? value.entityType : isPayload(value, 'term-candidate') ? value.status : '';
    return `${text} = ${said}`;
  });
}

const extract = async (block: Block | string, config: JsonObject = {}, options: Partial<RunToolOptions> = {}) =>
  runTool(aiEntityExtract, [block], { config, ...options });

const found = async (text: Block | string, config: JsonObject = {}) => marks((await extract(text, config)).block);

const local = (recognize: Recognizer['recognize']) => ({
  resources: { get: (uri: string) => (uri === localRecognizerUri ? { recognize } : undefined) },
});
/** The recognizer that the command line registers. */
const byRules = local(createLocalRecognizer().recognize);

function contractOf(config: JsonObject) {
  const registry = new FlowToolRegistry().registerProvider('demo', true);
  registerAll(registry, [aiEntityExtract, redact]);
  const schemaDefaults = Object.fromEntries(
    Object.entries(aiEntityExtract.schema.properties).flatMap(([name, { default: value }]) =>
      value === undefined ? [] : [[name, value]],
    ),
  ) as JsonObject;
  return registry.get('ai-entity-extract')?.resolve({ ...schemaDefaults, ...config });
}

describe('ai-entity-extract', () => {
  test('T68 the offline engine marks what has the shape of an entity', async () => {
    const text =
      'Dr. Ada Lovelace of Analytical Engines Ltd met Frau Noether on 10 December 2024 at 14:30, paid €25.50 for 3 kg, see https://a.example/x and a@b.example.';
    expect(await found(text)).toEqual([
      'Ada Lovelace = person',
      'Analytical Engines Ltd = organization',
      'Noether = person',
      '10 December 2024 = date',
      '14:30 = time',
      '€25.50 = currency',
      '3 kg = measurement',
      'https://a.example/x = other',
      'a@b.example = other',
    ]);
    expect(await found(text)).toEqual(await found(text));
  });

  test('T68 entities are found across codes and in every form', async () => {
    expect(await found(aBlock([t('Mr. Alan '), ...bold('1', t('Turing')), t('.')]))).toEqual(['Alan Turing = person']);
    expect(await found(aBlock([plural({ one: 'from Mr. Alan', other: 'from Ms. Grace' })]))).toEqual([
      'Alan = person',
      'Grace = person',
    ]);
  });

  test('T68 only the named kinds are marked, and only what is sure enough', async () => {
    const text = 'Dr. Ada at 14:30, 3 kg';
    expect(await found(text, { types: ['people', 'time'] })).toEqual(['Ada = person', '14:30 = time']);
    expect(await found(text, { minConfidence: 0.85 })).toEqual(['14:30 = time']);
  });

  test('T68 known terms are marked as such and are no entities', async () => {
    const { block } = await extract('Dr. Ada and Dr. Bob', { knownTerms: ['Ada'] });
    expect([marks(block), marks(block, 'term-candidate')]).toEqual([['Bob = person'], ['Ada = known']]);
  });

  test('T68 what people marked stays, and running again adds nothing', async () => {
    const source = [t('Zed and Dr. Ada')];
    const block = aBlock(source);
    const value = newPayload('entity', { entityType: 'person', dnt: true, by: 'manual' });
    const spans = [{ id: 'm', range: rangeFor(source, undefined, 0, 3), props: {}, value }];
    block.overlays.push({ type: 'entity', variant: null, layer: '', spans });
    const once = await extract(block);
    expect(marks(once.block)).toEqual(['Zed = person', 'Ada = person']);
    expect(marks((await extract(once.block)).block)).toEqual(['Zed = person', 'Ada = person']);
  });

  test('T68 names are left as they are in a translation, amounts are not, and the report counts both', async () => {
    const { block, report } = await extract('Dr. Ada: €5');
    expect(block.overlays[0]?.spans.map(({ value }) => [value?.['dnt'], value?.['by']])).toEqual([
      [true, 'llm'],
      [false, 'llm'],
    ]);
    expect(report.reports['ai-entity-extract']).toMatchObject({ totals: { entities: { person: 1, currency: 1 } } });
  });

  test('T68 a block that is not translated is left alone', async () => {
    expect(await found(aBlock('Dr. Ada', {}, { translatable: false }))).toEqual([]);
  });

  test('T68 a recogniser on this machine is asked by ner and hybrid; longer wins, then the model', async () => {
    const person = (text: string, occurrence = 1) => ({ text, occurrence, type: 'person', confidence: 0.9 });
    const options = local(async (texts) =>
      texts.map(() => [person('Ada Lovelace'), person('Bob', 2), person('Nobody'), person('', 1), person('Ada', 0)]),
    );
    const text = 'Dr. Ada Lovelace, Bob, Bob, 14:30';
    const ner = await extract(text, { engine: 'ner' }, options);
    expect(marks(ner.block)).toEqual(['Ada Lovelace = person', 'Bob = person']);
    expect(ner.block.overlays[0]?.spans[1]?.range).toMatchObject({ startOffset: 23 });
    const hybrid = await extract(text, { engine: 'hybrid' }, options);
    expect(marks(hybrid.block)).toEqual(['Ada Lovelace = person', 'Bob = person', '14:30 = time']);
    expect(hybrid.block.overlays[0]?.spans.map(({ value }) => value?.['by'])).toEqual(['llm', 'ner', 'llm']);
  });

  test('T68 ner works offline with the rules of this machine, and redact takes out what they marked', async () => {
    const text = 'Frau Noether, DE89 3704 0044 0532 0130 00, Falkenau';
    const entities = [{ text: 'Falkenau', type: 'place' }];
    const steps = [
      { tool: 'ai-entity-extract', config: { engine: 'ner', entities } },
      { tool: 'redact', config: { detectors: ['entities'], entityTypes: ['person', 'location', 'other'] } },
    ];
    const options = { source: 'de', resources: { ...byRules.resources, vault: vaultOf() } };
    const { block } = await runSteps([aiEntityExtract, redact], steps, toParts([text], 'de'), options);
    expect(visible(block.source)).toBe('Frau [REDACTED:Person], [REDACTED:Other], [REDACTED:Location]');
  });

  test('T68 names of a list or a file are marked whoever is asked, of persons also the family name', async () => {
    const entities = [
      { text: 'Ada Lovelace', type: 'person' },
      { text: 'Veltrix', type: 'company' },
    ];
    const names = ['Ada Lovelace = person', 'Lovelace = person', 'Veltrix = organization'];
    const text = 'Ada Lovelace, Lovelace and Veltrix';
    for (const engine of ['llm', 'ner', 'hybrid']) {
      const { block } = await extract(text, { engine, entities }, byRules);
      expect(marks(block)).toEqual(names);
    }
    const folder = mkdtempSync(join(tmpdir(), 'helve-names-'));
    const file = join(folder, 'names.csv');
    writeFileSync(file, 'text,type\nAda Lovelace,person\nVeltrix,company\n');
    expect(await found(text, { entities: file })).toEqual(names);
    expect(await found(text, { entities, minConfidence: 0.9 })).toEqual([names[0], names[2]]);
    rmSync(folder, { recursive: true });
    const { report } = await extract(text, { entities: file });
    expect(JSON.stringify(report)).toContain('it cannot be read');
    expect(contractOf({ entities: [{ text: 'x', type: 'persn' }] })?.diagnostics).toMatchObject([
      { pointer: '/entities/0', hint: 'Did you mean "person"?' },
    ]);
  });

  test('T68 ner is no demonstration, and nobody is warned of one', async () => {
    const warned = async (engine: string) => {
      const registry = new FlowToolRegistry().registerProvider('demo', true);
      registerAll(registry, [aiEntityExtract]);
      const steps = [{ tool: 'ai-entity-extract', config: { engine } }];
      const plan = assertPlan(
        compileFlow({ name: 'f', spec: { steps } }, registry, { sourceLocale: 'en', source: { kind: 'store' } }),
      );
      const lines: string[] = [];
      const read = async function* () {
        yield* toParts(['Dr. Ada']);
      };
      const documents = [{ id: 'a', read, outputs: [] }];
      await runFlow(plan, { documents }, { tools: registry, ...byRules, log: ({ message }) => lines.push(message) });
      return lines.some((line) => line.includes('demo engine'));
    };
    expect([await warned('llm'), await warned('ner')]).toEqual([true, false]);
  });

  test('T78 what the rules mark lets a memory adapt its match', async () => {
    const memory = await memoryOf([
      draft(
        { en: 'Due on May 7, 2023', de: 'Fällig am 7. Mai 2023' },
        { entities: [{ type: 'date', values: { en: 'May 7, 2023', de: '7. Mai 2023' } }] },
      ),
    ]);
    const steps = [{ tool: 'ai-entity-extract', config: { engine: 'ner' } }, { tool: 'tm-leverage' }];
    const resources = { get: (uri: string) => (uri === 'tm:project' ? memory : byRules.resources.get(uri)) };
    const { block } = await runSteps([aiEntityExtract, tmLeverage], steps, toParts(['Due on March 5, 2024']), {
      resources,
    });
    expect(block.targets['de']?.runs).toEqual([t('Fällig am 5. März 2024')]);
  });

  test('T68 without a recogniser, or with a thing that is none, ner and hybrid are a clear error', async () => {
    for (const engine of ['ner', 'hybrid']) {
      for (const registered of [undefined, {}]) {
        const resources = { get: (uri: string) => (uri === localRecognizerUri ? registered : undefined) };
        const { report } = await extract('x', { engine }, { resources });
        expect(report.status).toBe('failed');
        expect(JSON.stringify(report)).toContain(`the engine \\"${engine}\\" needs a recognizer on this machine`);
      }
    }
  });

  test('T68 a recogniser that fails is a loss in hybrid and an error in ner', async () => {
    const broken = local(() => Promise.reject(new Error('gone')));
    const hybrid = await extract('Dr. Ada', { engine: 'hybrid' }, broken);
    expect([marks(hybrid.block), hybrid.report.lossCounts]).toEqual([['Ada = person'], { 'block-skipped': 1 }]);
    expect((await extract('Dr. Ada', { engine: 'ner' }, broken)).report.status).toBe('failed');
  });

  test('T68 a model is asked for texts and numbers, and what it invents is left out', async () => {
    const asked: unknown[] = [];
    const answer = {
      items: [
        {
          id: 's1',
          entities: [
            { text: 'Ada', occurrence: 2, type: 'name', confidence: 0.9 },
            { text: 'Charles', occurrence: 1, type: 'person', confidence: 1 },
            { text: 'Ada', occurrence: 1, type: 'person', confidence: 7 },
          ],
        },
      ],
    };
    const call: NonNullable<RunToolOptions['call']> = async (request) => {
      asked.push(request);
      const data = { text: '', json: answer, stop: 'end', usage: { inputTokens: 1, outputTokens: 1 } };
      return { ok: true, data, meta: { requestId: 'r1' } } as unknown as ToolResponse;
    };
    const config = {
      provider: 'far',
      model: 'm1',
      credential: 'c',
      instruction: 'Mind ships.',
      maxOutputTokens: 300,
      knownTerms: ['sea'],
    };
    const { block } = await extract('Ada and Ada', config, { call });
    expect(block.overlays[0]?.spans[0]?.range).toMatchObject({ startOffset: 8 });
    expect(marks(block)).toEqual(['Ada = person']);
    expect(asked).toMatchObject([
      { tool: 'llm.complete', input: { provider: 'far', model: 'm1', credential: 'c', maxOutput: 300 } },
    ]);
    expect(JSON.stringify(asked)).toMatch(/Mind ships\..*sea/);
    const empty: typeof call = async () =>
      ({
        ok: true,
        data: { text: '', json: {}, stop: 'end', usage: {} },
        meta: { requestId: 'r' },
      }) as unknown as ToolResponse;
    const { report } = await extract('Ada', { provider: 'far' }, { call: empty });
    expect(JSON.stringify(report)).toContain('it was omitted twice');
  });

  test('T62 blocks share requests up to maxBlocks, or none with batching single, and parallelBatches are under way', async () => {
    const sizes = async (config: JsonObject) => {
      const { call, requests } = modelThat(() => ({ entities: [] }));
      await runTool(aiEntityExtract, ['a', 'b', 'c'], { config: { provider: 'far', ...config }, call });
      return requests.map(({ items }) => items.length);
    };
    expect(await sizes({})).toEqual([3]);
    expect(await sizes({ maxBlocks: 2, parallelBatches: 1 })).toEqual([2, 1]);
    expect(await sizes({ batching: 'single' })).toEqual([1, 1, 1]);
  });

  test('T68 a local provider and ner have no egress, any other provider has', () => {
    const effects = (config: JsonObject) => contractOf(config)?.contract.sideEffects;
    expect(effects({})).toEqual([]);
    expect(effects({ provider: 'far', engine: 'ner' })).toEqual([]);
    expect(effects({ provider: 'far' })).toContain('remote-source-egress');
    expect(contractOf({ provider: 'far' })?.contract.requires).toEqual(['credentials']);
  });

  test('T68 a kind of entity that nobody knows is refused by name', () => {
    expect(contractOf({ types: ['persn'] })?.diagnostics).toMatchObject([
      { pointer: '/types/0', message: 'There is no entity type "persn"', hint: 'Did you mean "person"?' },
    ]);
  });

  test('KV22 it gives redact the entities that redact asks for', () => {
    const registry = new FlowToolRegistry().registerProvider('demo', true);
    registerAll(registry, [aiEntityExtract, redact]);
    const steps = [{ tool: 'ai-entity-extract' }, { tool: 'redact', config: { entityTypes: ['date'] } }];
    const { diagnostics } = compileFlow({ name: 'f', spec: { steps } }, registry, {
      sourceLocale: 'en',
      source: { kind: 'file' },
    });
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  });
});
