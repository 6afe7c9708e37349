import type { Json } from '@helve/core';
import { describe, expect, test } from 'vitest';
import type { Part } from '../contract/part.js';
import type { StepContext } from '../contract/tool.js';
import type { BlockView } from '../contract/view.js';
import { createBlock } from '../content/block/block.js';
import { runsText } from '../content/text/projection.js';
import { metaOf, noParameters } from '../testing/meta-of.js';
import { runsOf } from '../testing/runs-of.js';
import { recordingContext } from '../testing/step-context.js';
import { BaseTool, findBlockHandlers, findCapability, isBarrierTool, overridesProcess } from './base-tool.js';
import { flowTool, type FlowToolDefinition } from './flow-tool.js';

class Counter extends BaseTool {
  readonly meta = metaOf(['word-count@source']);
  schema() {
    return noParameters;
  }
  override annotate(view: BlockView): void {
    view.setAnnotation('word-count', { type: 'word-count', words: view.text(view.sourceLocale).split(' ').length });
  }
}

class LoudCounter extends Counter {
  override annotate(view: BlockView): void {
    super.annotate(view);
    view.setAnnotation('word-count', { type: 'word-count', words: 99 });
  }
}

function block(id: string, text = 'two words'): Part & { kind: 'block' } {
  return { kind: 'block', block: createBlock({ id, sourceLocale: 'en', source: text }) };
}

const layer: Part & { kind: 'layer-start' } = {
  kind: 'layer-start',
  layer: {
    id: 'l1',
    name: 'a.txt',
    locale: 'en',
    encoding: 'utf-8',
    mimeType: 'text/plain',
    lineBreak: 'crlf',
    bom: true,
    multilingual: false,
    properties: {},
    overlays: [],
    annotations: {},
  },
};

function document(): Part[] {
  return [
    layer,
    { kind: 'group-start', group: { id: 'g', name: '', type: 'list', properties: {} } },
    { kind: 'data', data: { id: 'd', name: '', properties: {}, referent: false } },
    block('b1'),
    { kind: 'media', media: { id: 'm', mimeType: 'image/png', size: 0, properties: {} } },
    { kind: 'custom', type: 'own', value: { type: 'own' } },
    block('b2'),
    { kind: 'group-end', id: 'g' },
    { kind: 'layer-end', id: 'l1' },
  ];
}

async function* stream(parts: readonly Part[]): AsyncIterable<Part> {
  yield* parts;
}

async function collected(parts: AsyncIterable<Part>): Promise<Part[]> {
  const all: Part[] = [];
  for await (const part of parts) all.push(part);
  return all;
}

describe('BaseTool', () => {
  test('KV15 kinds without a handler pass in order, untouched', async () => {
    const parts = document();
    const plain = JSON.stringify(parts.filter(({ kind }) => kind !== 'block'));
    const passed = await collected(new Counter().process(recordingContext(), stream(parts)));
    expect(passed.every((part, index) => part === parts[index])).toBe(true);
    expect(passed).toHaveLength(parts.length);
    expect(JSON.stringify(passed.filter(({ kind }) => kind !== 'block'))).toBe(plain);
    const words = passed.flatMap((part) =>
      part.kind === 'block' ? [part.block.annotations['word-count']?.['words']] : [],
    );
    expect(words).toEqual([2, 2]);
  });

  test('K62 a part without a handler, and one of a synchronous handler, costs no promise', () => {
    const step = new Counter().step();
    expect(document().map((part) => step.part(part, recordingContext()))).toEqual(document().map(() => true));
  });

  test('K62 data, media and layers go to their handlers', async () => {
    const seen: string[] = [];
    const tool = flowTool({
      meta: metaOf(['layer@source']),
      schema: noParameters,
      handleData: ({ id }) => void seen.push(id),
      handleMedia: async ({ id }) => void seen.push(id),
      handleLayer(one) {
        one.lineBreak = 'lf';
        one.bom = false;
      },
    });
    const passed = await collected(tool.process(recordingContext(), stream(document())));
    expect(passed).toHaveLength(9);
    expect(seen).toEqual(['d', 'm']);
    expect(layer.layer).toMatchObject({ lineBreak: 'lf', bom: false });
  });

  test('K62 a filter takes blocks out, at once or later', async () => {
    const literal = (wait: boolean): FlowToolDefinition => ({
      meta: metaOf([], { shape: 'filter' }),
      schema: noParameters,
      annotate(view) {
        if (view.id === 'b1') view.drop();
        return wait ? Promise.resolve() : undefined;
      },
    });
    const ids = (parts: readonly Part[]) => parts.flatMap((part) => (part.kind === 'block' ? [part.block.id] : []));
    for (const wait of [false, true]) {
      const tool = flowTool(literal(wait));
      const passed = await collected(tool.process(recordingContext(), stream(document())));
      expect(ids(passed)).toEqual(['b2']);
      expect(passed).toHaveLength(8);
    }
  });

  test('K64 asynchronous handlers of a stream run one after the other', async () => {
    let running = 0;
    const tool = flowTool({
      meta: metaOf(),
      schema: noParameters,
      async annotate() {
        expect((running += 1)).toBe(1);
        await Promise.resolve();
        running -= 1;
      },
    });
    expect(await collected(tool.process(recordingContext(), stream(document())))).toHaveLength(9);
  });

  test('KV15 a failing handler is told with its block, and the block goes on as it was when the policy says so', async () => {
    const tool = flowTool({
      meta: metaOf(['note@source']),
      schema: noParameters,
      annotate(view) {
        view.setAnnotation('note', { type: 'note' });
        if (view.id === 'b1') throw new Error('broken');
      },
    });
    const strict = recordingContext();
    await expect(collected(tool.process(strict, stream(document())))).rejects.toThrow('broken');
    expect(strict.failures).toMatchObject([{ block: 'b1', error: { message: 'broken' } }]);
    const lenient = recordingContext({ failBlock: () => {} });
    const parts = await collected(tool.process(lenient, stream(document())));
    const marked = parts.flatMap((part) => (part.kind === 'block' ? [Object.keys(part.block.annotations)] : []));
    expect(marked).toEqual([[], ['note']]);
  });

  test('KV15 after a cancellation no handler starts', async () => {
    const controller = new AbortController();
    const handled: string[] = [];
    const tool = flowTool({
      meta: metaOf(),
      schema: noParameters,
      annotate(view) {
        handled.push(view.id);
        controller.abort();
      },
    });
    const ctx = recordingContext({ signal: controller.signal });
    await expect(collected(tool.process(ctx, stream(document())))).rejects.toMatchObject({ code: 'FLOW_CANCELLED' });
    expect(handled).toEqual(['b1']);
  });

  test('K62 a subclass of a subclass is dispatched to its own handler', () => {
    const part = block('b1');
    expect(new LoudCounter().step().part(part, recordingContext())).toBe(true);
    expect(part.block.annotations['word-count']).toMatchObject({ words: 99 });
  });

  test('K63 two block handlers are refused', () => {
    class Both extends Counter {
      override transform() {
        return null;
      }
    }
    expect(() => new Both().step()).toThrow('more than one block handler: annotate, transform');
    const literal = { meta: metaOf(), schema: noParameters, annotate: () => {}, transform: () => null };
    expect(() => flowTool(literal as unknown as FlowToolDefinition)).toThrow(
      expect.objectContaining({ code: 'FLOW_REGISTRATION' }),
    );
  });

  test('K64 a tool that reads the stream says its capability in meta', () => {
    class Stream extends BaseTool {
      readonly meta = metaOf([], { capability: 'translate' });
      schema() {
        return noParameters;
      }
      override async *process(_ctx: StepContext, input: AsyncIterable<Part>): AsyncIterable<Part> {
        yield* input;
      }
    }
    expect([findCapability(new Stream()), overridesProcess(new Stream()), findBlockHandlers(new Stream())]).toEqual([
      'translate',
      true,
      [],
    ]);
    expect([findCapability(new Counter()), overridesProcess(new Counter())]).toEqual(['annotate', false]);
    expect(findCapability(flowTool({ meta: metaOf(), schema: noParameters }))).toBeUndefined();
    expect(overridesProcess({ meta: metaOf(), process: (_, input) => input })).toBe(true);
  });
});

describe('flowTool', () => {
  test('K63 flowTool makes a tool of a literal whose methods find each other', async () => {
    const tool = flowTool({
      meta: metaOf(['source@source']),
      schema: noParameters,
      transform() {
        return this.plan();
      },
      plan: () => ({ replaceAll: 'new' }),
    } as FlowToolDefinition & { plan(): { replaceAll: string } });
    const part = block('b1');
    await tool.step().part(part, recordingContext());
    expect(runsText(part.block.source)).toBe('new');
    expect([tool.schema(), tool.meta.id, tool.mergeReports]).toEqual([noParameters, 'probe', undefined]);
  });

  test('K66 a literal with collect, snapshot and merge is a barrier tool', () => {
    const seen = new Map<string, number>();
    let all: readonly Json[] = [];
    const tool = flowTool({
      meta: metaOf(['repetition@source'], { barrier: 'run' }),
      schema: noParameters,
      collect: (view) => void seen.set(view.contentHash, (seen.get(view.contentHash) ?? 0) + 1),
      snapshot: () => Object.fromEntries(seen),
      merge: (snapshots) => void (all = snapshots),
      annotate: (view) => view.setAnnotation('repetition', { type: 'repetition', of: all.length }),
    });
    expect(isBarrierTool(tool)).toBe(true);
    expect(isBarrierTool(new Counter())).toBe(false);
    if (!isBarrierTool(tool)) return;
    tool.collect({ contentHash: 'x' } as BlockView);
    tool.merge([tool.snapshot()]);
    expect(all).toEqual([{ x: 1 }]);
  });

  test('K66 a barrier needs all three methods', () => {
    const half = {
      meta: metaOf([], { barrier: 'document' }),
      schema: noParameters,
      annotate: () => {},
      collect: () => {},
    };
    expect(() => flowTool(half as unknown as FlowToolDefinition)).toThrow('lacks snapshot, merge');
    expect(() => flowTool({ meta: metaOf([], { barrier: 'run' }), schema: noParameters, annotate: () => {} })).toThrow(
      'lacks collect',
    );
  });

  test('K68 each instance has its own state, since a factory makes each', () => {
    const make = () => {
      let count = 0;
      return flowTool({
        meta: metaOf(['note@source']),
        schema: noParameters,
        annotate: (view) => view.setAnnotation('note', { type: 'note', n: (count += 1) }),
      });
    };
    const [first, second] = [block('b1'), block('b2')];
    void make().step().part(first, recordingContext());
    void make().step().part(second, recordingContext());
    expect([first.block.annotations['note'], second.block.annotations['note']]).toMatchObject([{ n: 1 }, { n: 1 }]);
  });

  test('K67 a handler is told what its step works with', () => {
    const ctx = recordingContext({
      config: { loud: true },
      locales: { source: 'en', target: 'fr', all: ['en', 'fr'] },
    });
    const told: unknown[] = [];
    const tool = flowTool<{ loud: boolean }>({
      meta: metaOf(),
      schema: noParameters,
      annotate(_, own) {
        told.push(own.config.loud, own.locales.target, own.step.node, own.document.id);
        own.lose({ kind: 'repaired', detail: { count: 1 } });
        own.report({ words: 2 });
      },
    });
    void tool.step().part({ kind: 'block', block: createBlock({ id: 'b1', source: runsOf('x') }) }, ctx);
    expect(told).toEqual([true, 'fr', '1', 'a.json']);
    expect([ctx.losses, ctx.reports]).toEqual([[{ kind: 'repaired', detail: { count: 1 } }], [{ words: 2 }]]);
  });
});
