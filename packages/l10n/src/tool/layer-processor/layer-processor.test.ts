import { compileFlow, FlowToolRegistry, registerAll, type Layer, type Part } from '@helve/flow';
import { batchMark } from '@helve/flow/content';
import type { JsonObject } from '@helve/core';
import { describe, expect, test } from 'vitest';
import { aBlock, show } from '../../testing/runs-kit.js';
import { runSteps, toParts } from '../../testing/run-tool.js';
import { batch } from '../batch/batch.js';
import { caseTransform } from '../case-transform/case-transform.js';
import { createTargetTool } from '../create-target/create-target.js';
import { propertiesSet } from '../properties-set/properties-set.js';
import { repetitionAnalysis } from '../repetition-analysis/repetition-analysis.js';
import { script } from '../script/script.js';
import { wordCount } from '../word-count/word-count.js';
import { layerProcessor } from './layer-processor.js';

const entries = [
  layerProcessor,
  batch,
  caseTransform,
  createTargetTool,
  propertiesSet,
  repetitionAnalysis,
  script,
  wordCount,
];
const upper = { tool: 'case-transform' };
const lower = { tool: 'case-transform', config: { mode: 'lower' } };

const [rootStart, , rootEnd] = toParts(['x']) as [Extract<Part, { kind: 'layer-start' }>, Part, Part];
const open = (id: string, format: string, parentId = 'doc'): Part => ({
  kind: 'layer-start',
  layer: { ...rootStart.layer, id, format, parentId, properties: {}, overlays: [], annotations: {} } satisfies Layer,
});
const close = (id: string): Part => ({ kind: 'layer-end', id });
const block = (id: string, text: string): Part => ({ kind: 'block', block: aBlock(text, {}, { id }) });

function run(layers: JsonObject, parts: readonly Part[], options: Parameters<typeof runSteps>[3] = {}) {
  return runSteps(entries, [{ tool: 'layer-processor', config: { layers } }], [rootStart, ...parts, rootEnd], options);
}

/** Formats the stream as one line. */
const line = (parts: readonly Part[]) =>
  parts
    .map((part) => {
      if (part.kind === 'block') return show(part.block.source);
      return part.kind === 'layer-start' ? `<${part.layer.id}` : part.kind === 'layer-end' ? `${part.id}>` : part.kind;
    })
    .join(' ');

describe('layer-processor', () => {
  test('T53 each embedded layer runs through the chain of its format, and the root through none', async () => {
    const { parts, report } = await run({ html: { steps: [upper] }, '*': { steps: [lower] } }, [
      block('a', 'Root'),
      open('h', 'html'),
      block('b', 'Inner'),
      close('h'),
      open('m', 'markdown'),
      block('c', 'Other'),
      close('m'),
      block('d', 'Last'),
    ]);
    expect(report.status).toBe('ok');
    expect(line(parts)).toBe('<doc Root <h INNER h> <m other m> Last doc>');
  });

  test('T53 a layer of a format without a chain is left alone', async () => {
    const { parts } = await run({ html: { steps: [upper] } }, [open('m', 'markdown'), block('c', 'Other'), close('m')]);
    expect(line(parts)).toBe('<doc <m Other m> doc>');
  });

  test('T53 nested layers recurse, keep their place, and belong to the outer chain when they have none', async () => {
    const nested = [
      open('h', 'html'),
      block('a', 'One'),
      open('j', 'json', 'h'),
      block('b', 'Two'),
      open('h2', 'html', 'j'),
      block('c', 'Three'),
      close('h2'),
      close('j'),
      block('d', 'Four'),
      close('h'),
    ];
    const both = await run({ html: { steps: [upper] }, json: { steps: [lower] } }, nested);
    expect(line(both.parts)).toBe('<doc <h ONE <j two <h2 THREE h2> j> FOUR h> doc>');
    const one = await run({ html: { steps: [lower] } }, nested.map(copy));
    expect(line(one.parts)).toBe('<doc <h one <j two <h2 three h2> j> four h> doc>');
  });

  test('T53 steps that read the stream run inside a layer, and parts stay in order', async () => {
    const code = `export function begin() { globalThis.n = 0; }
      export function process({ block }) { if (block) block.properties.n = String(++n); }`;
    const steps = [
      { tool: 'batch', config: { size: 2 } },
      { tool: 'script', config: { code, produces: ['property:n@source'] } },
    ];
    const { parts, blocks, report } = await run({ html: { steps } }, [
      open('h', 'html'),
      block('a', 'One'),
      open('j', 'json', 'h'),
      block('x', 'Inner'),
      close('j'),
      block('b', 'Two'),
      block('c', 'Three'),
      close('h'),
      open('k', 'html'),
      block('d', 'Four'),
      close('k'),
    ]);
    expect(report.documents[0]?.error).toBeUndefined();
    expect(line(parts)).toBe('<doc <h One <j Inner j> Two Three h> <k Four k> doc>');
    expect(blocks.map(({ properties }) => properties['n'])).toEqual(['1', '2', '3', '4', '1']);
    expect(blocks.map((one) => batchMark(one)?.size)).toEqual([1, 1, 2, 2, 1]);
  });

  test('T53 its contract is the union of the chains', () => {
    const registry = registryOf();
    const resolve = (layers: JsonObject) => registry.get('layer-processor')?.resolve({ layers }).contract;
    expect(resolve({ html: { steps: [{ tool: 'word-count' }] } })).toMatchObject({
      capability: 'annotate',
      cardinality: 'monolingual',
      produces: [{ type: 'word-count', side: 'source' }],
    });
    expect(resolve({ html: { steps: [upper] }, json: { steps: [{ tool: 'word-count' }] } })).toMatchObject({
      capability: 'transform',
    });
    expect(resolve({ html: { steps: [{ tool: 'create-target' }] } })).toMatchObject({
      capability: 'translate',
      cardinality: 'bilingual',
      requires: ['target-language'],
    });
  });

  test('K85 the steps of a chain are checked when the flow is loaded', () => {
    const check = (steps: readonly JsonObject[]) =>
      compileFlow(
        { name: 't', spec: { steps: [{ tool: 'layer-processor', config: { layers: { html: { steps } } } }] } },
        registryOf(),
        { sourceLocale: 'en', targetLocales: ['de'], source: { kind: 'file' } },
      ).diagnostics.filter(({ severity }) => severity === 'error');
    expect(check([{ tool: 'case-transfrom' }])).toMatchObject([{ rule: 'unknown-tool' }]);
    expect(check([{ tool: 'case-transform', config: { mood: 'upper' } }])[0]?.pointer).toContain(
      '/config/layers/html/steps/0/config',
    );
    expect(check([{ tool: 'script', config: { code: 'x' } }])).toMatchObject([{ rule: 'exec-untrusted' }]);
    expect(check([{ parallel: [upper, lower] }]).map(({ message }) => message)).toContain(
      'The steps of a layer cannot run in parallel',
    );
    expect(check([{ ...upper, onError: 'skip' }])[0]?.message).toContain('"onError" cannot be set');
    expect(
      check([upper, { tool: 'create-target' }])
        .map(({ message }) => message)
        .join(),
    ).toContain('once for all locales');
    expect(
      check([{ tool: 'repetition-analysis' }])
        .map(({ message }) => message)
        .join(),
    ).toContain('whole document');
  });

  test('T53 a chain of two locales runs once for each target', async () => {
    const steps = [{ tool: 'create-target', config: { copySource: true } }];
    const { blocks } = await run({ html: { steps } }, [open('h', 'html'), block('a', 'One'), close('h')], {
      targets: ['de', 'fr'],
    });
    expect(Object.keys(blocks[0]?.targets ?? {})).toEqual(['de', 'fr']);
  });

  test('K114 a block that a step of a chain fails on follows the policy of the whole step', async () => {
    const code = `export function process({ block }) { if (block?.id === 'a') null.x; }`;
    const steps = [{ tool: 'script', config: { code, produces: [] } }, upper];
    const config = { layers: { html: { steps } } };
    const parts = [rootStart, open('h', 'html'), block('a', 'One'), block('b', 'Two'), close('h'), rootEnd];
    const { parts: out, report } = await runSteps(
      entries,
      [{ tool: 'layer-processor', config, onError: 'quarantine' }],
      parts,
    );
    expect(report.status).toBe('partial');
    expect(line(out)).toBe('<doc <h One TWO h> doc>');
  });
});

function registryOf(): FlowToolRegistry {
  const registry = new FlowToolRegistry();
  registerAll(registry, entries);
  return registry;
}

function copy(part: Part): Part {
  return structuredClone(part);
}
