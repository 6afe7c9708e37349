import { describe, expect, test } from 'vitest';
import { createMemoryBlockStore } from '../session/create-memory-block-store.js';
import { memoryDocument, partsOf, SmallTools } from '../testing/run-kit.js';
import type { FlowDocument } from './io/flow-io.js';
import { runFlow, type RunOptions } from './run-flow.js';
import { storeOutput } from './io/store-io.js';

const tools = new SmallTools().add({ id: 'looks' }, { annotate: () => undefined });

/** A document whose output does something of its own when it is settled. */
function settling(id: string, settle: () => Promise<void>) {
  const document = memoryDocument(id, () => partsOf(['x']));
  return { ...document, outputs: [Object.assign(document.output, { settle })] };
}

function run(documents: readonly FlowDocument[], options: Partial<RunOptions> = {}) {
  return runFlow(tools.plan([{ tool: 'looks' }]), { documents }, { tools: tools.registry, ...options });
}

/** Something that is waited for until it is let go. */
function gate() {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}

describe('settling', () => {
  test('K116 an output that cannot be kept fails its document, and leaves the output and the store as they were', async () => {
    const store = createMemoryBlockStore();
    const document = settling('a', () => Promise.reject(new Error('No space left on the device')));
    const kept = { outputs: [storeOutput(document.id), ...document.outputs] };
    const report = await run([{ ...document, ...kept }], { store });
    expect(report.documents).toMatchObject([
      { document: 'a', status: 'failed', outputs: [], error: { message: 'No space left on the device' } },
    ]);
    expect(document.output.state).toBe('discarded');
    expect(await store.revisions()).toEqual([]);
    Object.assign(document.output, { settle: undefined });
    await run([{ ...document, ...kept }], { store });
    expect(await store.revisions()).toHaveLength(1);
  });

  test('K116 outputs that had their places before another failed are told, and stay', async () => {
    const document = settling('a', async () => undefined);
    const path = 'b.json';
    const commit = () => Promise.reject(new Error('It is a folder'));
    const failing = Object.assign(memoryDocument('b', () => partsOf(['x'])).output, { commit });
    const outputs = [Object.assign(document.output, { path }), failing];
    const report = await run([{ ...document, outputs }]);
    expect(report.documents).toMatchObject([
      { document: 'a', status: 'failed', outputs: [{ path }], error: { message: 'It is a folder' } },
    ]);
    expect(report.documents[0]?.outputs).toHaveLength(1);
    expect(document.output.state).toBe('committed');
  });

  test('while one document is settled, the next has its turn', async () => {
    const { opened, open } = gate();
    const first = settling('a', () => opened);
    const second = settling('b', async () => open());
    const report = await run([first, second], { concurrency: 1 });
    expect(report.status).toBe('ok');
    expect([first.output.state, second.output.state]).toEqual(['committed', 'committed']);
  });

  test('no more than a few are settled at once, however many are done', async () => {
    const { opened, open } = gate();
    let [now, most] = [0, 0];
    const documents = Array.from({ length: 60 }, (_, index) =>
      settling(`d${index}`, async () => {
        most = Math.max(most, (now += 1));
        if (now === 17) open();
        await opened;
        now -= 1;
      }),
    );
    expect((await run(documents, { concurrency: 1 })).status).toBe('ok');
    // Sixteen that wait, and the one that found no place among them.
    expect(most).toBe(17);
  });

  test('K113 a run that is cancelled while a document is settled leaves its output as it was', async () => {
    const stopping = new AbortController();
    const document = settling('a', async () => stopping.abort());
    const report = await run([document], { signal: stopping.signal });
    expect(report.status).toBe('cancelled');
    expect(report.documents).toMatchObject([{ status: 'cancelled', error: { code: 'FLOW_CANCELLED' }, outputs: [] }]);
    expect(document.output.state).toBe('discarded');
  });

  test('while a document that failed is put back, no other begins', async () => {
    const begun: string[] = [];
    const failing = settling('a', async () => undefined);
    failing.read = () => {
      throw new Error('Unreadable');
    };
    failing.output.discard = () => new Promise((resolve) => setTimeout(resolve, 20));
    const next = settling('b', async () => undefined);
    const report = await run([failing, next], {
      concurrency: 1,
      tools: new SmallTools().add({ id: 'looks' }, { annotate: (_, { document }) => void begun.push(document.id) })
        .registry,
    });
    expect(report.documents.map(({ status }) => status)).toEqual(['failed', 'cancelled']);
    expect(begun).toEqual([]);
  });
});
