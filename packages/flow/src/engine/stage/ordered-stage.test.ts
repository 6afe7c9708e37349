import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Part } from '../../contract/part.js';
import { BaseTool } from '../../tool/base-tool.js';
import {
  memoryDocument,
  partsOf,
  smallMeta,
  smallSchema,
  SmallTools,
  someTexts,
  waitAtRandom,
} from '../../testing/run-kit.js';
import { runFlow } from '../run-flow.js';

const meta = smallMeta({ id: 'counts', produces: [{ type: 'property:n', side: 'source' }] });

/** Records how many handlers run at once, and how far the first unfinished one lags behind. */
class Watch {
  running = 0;
  most = 0;
  readonly started: number[] = [];
  readonly unfinished = new Set<number>();
  farthest = 0;

  begin(id: number): void {
    this.running += 1;
    this.most = Math.max(this.most, this.running);
    this.started.push(id);
    this.unfinished.add(id);
    this.farthest = Math.max(this.farthest, id - Math.min(...this.unfinished));
  }

  end(id: number): void {
    this.running -= 1;
    this.unfinished.delete(id);
  }
}

abstract class Waiting extends BaseTool {
  readonly meta = meta;
  schema() {
    return smallSchema(meta);
  }
}

function counting(watch: Watch, work: (id: number) => Promise<void>): () => BaseTool {
  return () =>
    new (class extends Waiting {
      override async annotate(view: Parameters<NonNullable<BaseTool['annotate']>>[0]) {
        const id = Number(view.id.slice(1));
        watch.begin(id);
        try {
          await work(id);
          view.setProperty('n', String(id));
        } finally {
          watch.end(id);
        }
      }
    })();
}

async function run(tool: () => BaseTool, parts: () => Iterable<Part>, parallelBlocks: number) {
  const tools = new SmallTools().addTool(meta, tool);
  const document = memoryDocument('doc', parts);
  const plan = tools.plan([{ tool: 'counts', parallelBlocks }]);
  const report = await runFlow(plan, { documents: [document] }, { tools: tools.registry, verifyStructure: true });
  return { report, output: document.output };
}

describe('parallelBlocks', () => {
  test('KV16 blocks of a subclass of a subclass run at once under random delays and leave in order', async () => {
    const watch = new Watch();
    const { report, output } = await run(
      counting(watch, () => waitAtRandom(3)),
      () => partsOf(someTexts(300)),
      8,
    );
    expect(report.status).toBe('ok');
    expect(output.blocks.map(({ properties }) => properties['n'])).toEqual(someTexts(300).map((_, n) => String(n + 1)));
    expect(watch.most).toBe(8);
  });

  test('KV16 a slow block stalls the intake when the window is full', async () => {
    const watch = new Watch();
    const work = (id: number) => (id === 5 ? new Promise<void>((resolve) => setTimeout(resolve, 60)) : waitAtRandom(1));
    await run(counting(watch, work), () => partsOf(someTexts(200)), 4);
    expect(watch.farthest).toBeGreaterThan(4);
    expect(watch.farthest).toBeLessThan(4 * 4);
  });

  test('KV16 of several errors that of the first block in the stream wins, and nothing is written', async () => {
    for (let round = 0; round < 10; round += 1) {
      const work = async (id: number) => {
        await waitAtRandom(3);
        if (id >= 7 && id <= 10) throw new Error(`block ${id}`);
      };
      const { report, output } = await run(counting(new Watch(), work), () => partsOf(someTexts(50)), 8);
      expect(report.documents[0]?.error?.block).toBe('b7');
      expect(output.state).toBe('discarded');
    }
  });

  test('K112 a block that is done leaves while one behind it still waits', async () => {
    let arrived: () => void = () => undefined;
    const arrival = new Promise<void>((resolve) => (arrived = resolve));
    const waits = counting(new Watch(), (id) => (id === 3 ? arrival : Promise.resolve()));
    const seesMeta = smallMeta({ id: 'sees' });
    const sees = () =>
      new (class extends BaseTool {
        readonly meta = seesMeta;
        schema() {
          return smallSchema(seesMeta);
        }
        override annotate({ id }: Parameters<NonNullable<BaseTool['annotate']>>[0]) {
          if (id === 'b1') arrived();
        }
      })();
    const tools = new SmallTools().addTool(meta, waits).addTool(seesMeta, sees);
    const plan = tools.plan([{ tool: 'counts', parallelBlocks: 2 }, { tool: 'sees' }]);
    const document = memoryDocument('doc', () => partsOf(someTexts(20)));
    const report = await runFlow(plan, { documents: [document] }, { tools: tools.registry });
    expect([report.status, document.output.blocks.length]).toEqual(['ok', 20]);
  });

  test('KV16 no input, and input without blocks, work', async () => {
    const tool = counting(new Watch(), () => waitAtRandom(1));
    expect((await run(tool, () => [], 4)).report.status).toBe('ok');
    const { report, output } = await run(tool, () => partsOf([]), 4);
    expect([report.status, output.lines.length]).toEqual(['ok', 2]);
  });

  test('K112 parts that are no blocks keep their place', async () => {
    const data = (id: number): Part => ({
      kind: 'data',
      data: { id: `d${id}`, name: '', properties: {}, referent: false },
    });
    const parts = () =>
      partsOf(someTexts(40)).flatMap((part, index) => (part.kind === 'block' ? [part, data(index)] : [part]));
    const { output } = await run(
      counting(new Watch(), () => waitAtRandom(2)),
      parts,
      4,
    );
    const names = output.lines
      .map((line) => JSON.parse(line) as Part)
      .flatMap((part) => (part.kind === 'block' ? [part.block.id] : part.kind === 'data' ? [part.data.id] : []));
    expect(names).toEqual(Array.from({ length: 40 }, (_, index) => [`b${index + 1}`, `d${index + 1}`]).flat());
  });

  test('K112 the output is the same whatever the number of blocks at once and their delays', async () => {
    const once = await run(
      counting(new Watch(), async () => undefined),
      () => partsOf(someTexts(40)),
      1,
    );
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 9 }),
        fc.array(fc.nat({ max: 3 }), { minLength: 1 }),
        async (at, delays) => {
          const work = (id: number) => waitAtRandom(delays[id % delays.length] ?? 0, () => 0.99);
          const { output } = await run(counting(new Watch(), work), () => partsOf(someTexts(40)), at);
          expect(output.text).toBe(once.output.text);
        },
      ),
      { numRuns: 8 },
    );
  });
});
