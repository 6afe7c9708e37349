import { describe, expect, test } from 'vitest';
import type { Media, Part } from '../../contract/part.js';
import { memoryDocument, partsOf, SmallTools, someTexts } from '../../testing/run-kit.js';
import { runFlow } from '../run-flow.js';

/** Blocks with a picture behind every third of them. */
function withPictures(count: number): Part[] {
  return partsOf(someTexts(count)).flatMap((part, index) =>
    part.kind === 'block' && index % 3 === 0 ? [part, picture(`m${index}`)] : [part],
  );
}

function picture(id: string): Part {
  return { kind: 'media', media: { id, mimeType: 'image/png', size: 0, properties: {} } };
}

/** Steps that look at pictures alone and sign each. */
function signers(work: (name: string, media: Media) => void | Promise<void> = () => undefined): SmallTools {
  const tools = new SmallTools();
  for (const name of ['one', 'two', 'three']) {
    tools.add({ id: name }, () => ({
      handleMedia(media) {
        media.properties['signed'] = `${media.properties['signed'] ?? ''} ${name}`.trim();
        return work(name, media);
      },
    }));
  }
  return tools;
}

const steps = [{ tool: 'one' }, { tool: 'two' }, { tool: 'three' }];

async function run(tools: SmallTools, count: number, given: Parameters<SmallTools['plan']>[0] = steps) {
  const document = memoryDocument('doc', () => withPictures(count));
  const report = await runFlow(
    tools.plan(given),
    { documents: [document] },
    { tools: tools.registry, verifyStructure: true },
  );
  return { report, output: document.output };
}

describe('steps that leave blocks alone', () => {
  test('each handles every picture in the order of steps, and counts every block', async () => {
    const { report, output } = await run(signers(), 200);
    const pictures = output.lines.map((line) => JSON.parse(line) as Part).filter(({ kind }) => kind === 'media');
    expect(pictures).toHaveLength(66);
    expect(pictures.every((part) => part.kind === 'media' && part.media.properties['signed'] === 'one two three')).toBe(
      true,
    );
    expect(output.blocks).toHaveLength(200);
    expect(report.steps.map(({ in: blocks, out }) => [blocks, out])).toEqual([
      [200, 200],
      [200, 200],
      [200, 200],
    ]);
  });

  test('a handler that waits is waited for, and the order of parts stays', async () => {
    const seen: string[] = [];
    const waits = async (name: string, { id }: Media) => {
      await new Promise((resolve) => setImmediate(resolve));
      seen.push(`${id} ${name}`);
    };
    const { output } = await run(signers(waits), 9);
    expect(seen).toEqual(['one', 'two', 'three'].flatMap((name) => ['m3', 'm6', 'm9'].map((id) => `${id} ${name}`)));
    expect(output.blocks.map(({ id }) => id)).toEqual(Array.from({ length: 9 }, (_, index) => `b${index + 1}`));
  });

  test('of two that fail the one whose picture comes first is told', async () => {
    const fails = (name: string, { id }: Media) => {
      if ((name === 'one' && id === 'm9') || (name === 'three' && id === 'm6')) throw new Error(`${name} at ${id}`);
    };
    const { report, output } = await run(signers(fails), 12);
    expect(report.status).toBe('failed');
    expect(report.documents[0]?.error).toMatchObject({ tool: 'three' });
    expect(output.state).toBe('discarded');
  });

  test('a block that fails behind them counts where it comes before their picture', async () => {
    const fails = (name: string, { id }: Media) => {
      if (name === 'two' && id === 'm6') throw new Error('the picture');
    };
    const tools = signers(fails).add({ id: 'strict' }, () => ({
      annotate(view) {
        if (view.id === 'b2') throw new Error('the block');
      },
    }));
    const { report } = await run(tools, 12, [...steps, { tool: 'strict' }]);
    expect(report.documents[0]?.error).toMatchObject({ tool: 'strict', block: 'b2' });
  });
});
