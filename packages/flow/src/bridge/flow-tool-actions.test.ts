import type { JsonObject } from '@helve/core';
import { describe, expect, test } from 'vitest';
import { createBlock } from '../content/block/block.js';
import { partLine, partsHeader } from '../content/part/part-stream.js';
import type { ToolMeta } from '../contract/meta.js';
import type { Part } from '../contract/part.js';
import type { StepContext } from '../contract/tool.js';
import { smallMeta } from '../testing/run-kit.js';
import { flowTool } from '../tool/flow-tool.js';
import { schemaFrom } from '../tool/schema-from.js';
import type { ToolEntry } from '../tool/tool-info.js';
import { flowToolActions } from './flow-tool-actions.js';
import { readReply, type RemoteBatch, type RemoteReply } from './remote-batch.js';
import { remoteTool } from './remote-tool.js';
import { readServedTools } from './served-tool.js';

const meta = smallMeta({ id: 'far', produces: [{ type: 'property:seen', side: 'source' }] });
const schema = schemaFrom({ type: 'object', properties: {} }, meta);

function entryOf(more: Partial<ToolEntry> = {}, handlers: object = {}): ToolEntry {
  const annotate: Parameters<typeof flowTool>[0]['annotate'] = (view) => view.setProperty('seen', 'yes');
  return { name: 'far', schema, factory: () => flowTool({ meta, schema, annotate, ...handlers }), ...more };
}

const batchOf = (parts: string): RemoteBatch => ({
  tool: 'far',
  config: {},
  locales: { source: 'en', all: ['en'] },
  document: 'doc',
  parts,
});

const blockPart = (id: string, source = 'text'): Part => ({
  kind: 'block',
  block: createBlock({ id, sourceLocale: 'en', source }),
});

describe('flowToolActions', () => {
  test('K131 contract and schema are told as data, with the capability that follows from the handler', () => {
    const described: unknown = JSON.parse(JSON.stringify(flowToolActions([entryOf()]).describe()));
    const [served] = readServedTools(described, 'far');
    expect(served?.meta).toEqual({ ...meta, capability: 'annotate' });
    expect(served?.schema).toEqual({ ...schema, toolMeta: { ...meta, capability: 'annotate' } });
  });

  test('K131 a batch goes through the tool it names, and what is no batch is refused', async () => {
    const { process } = flowToolActions([entryOf()]);
    const { parts } = await process(batchOf(partsHeader + partLine(blockPart('a'))));
    expect(parts).toContain('"properties":{"seen":"yes"}');
    await expect(process({ tool: 'far' })).rejects.toMatchObject({ code: 'FLOW_CONTENT' });
    await expect(process({ ...batchOf(partsHeader), tool: 'near' })).rejects.toMatchObject({ code: 'FLOW_NOT_FOUND' });
    await expect(process({ ...batchOf(partsHeader), config: { x: 1 } })).rejects.toMatchObject({ code: 'FLOW_CONFIG' });
  });

  test.each<[string, ToolEntry, string]>([
    ['whose contract depends on config', entryOf({ resolve: () => ({}) }), 'functions do not travel'],
    [
      'that waits at a barrier',
      entryOf({}, { collect: () => undefined, snapshot: () => null, merge: () => undefined }),
      'gets them in batches',
    ],
    ['that handles no blocks', entryOf({}, { annotate: undefined }), '/tools/0/meta'],
  ])('K131 a tool %s is refused at once', (_, entry, problem) => {
    expect(() => flowToolActions([entry])).toThrow(problem);
  });
});

describe('readServedTools', () => {
  const told = (change: object) => ({ tools: [{ meta: { ...meta, capability: 'annotate', ...change }, schema: {} }] });

  test.each<[string, unknown, string]>([
    ['no list', {}, '/tools'],
    ['a capability that does not exist', told({ capability: 'anything' }), '/tools/0/meta/capability'],
    ['a port without a side', told({ produces: [{ type: 'target' }] }), '/tools/0/meta/produces/0'],
    ['a shape that lets everything through', told({ shape: 'free' }), '/tools/0/meta/shape'],
    ['resources that stay here', told({ requires: ['vault'] }), '/tools/0/meta/requires/0'],
    ['a word that nobody knows', told({ trusted: true }), '/tools/0/meta'],
  ])('K131 refuses %s', (_, answer, place) => {
    expect(() => readServedTools(answer, 'far')).toThrow(place);
  });
});

describe('remoteTool', () => {
  const ctx = { config: {}, locales: { source: 'en', all: ['en'] }, document: { id: 'doc' }, step: { tool: 'far' } };

  /** Takes parts through a tool far away that answers so. */
  async function through(
    parts: readonly Part[],
    answer: (batch: RemoteBatch) => RemoteReply,
    more: Partial<ToolMeta> = {},
  ) {
    const batches: RemoteBatch[] = [];
    const port = {
      exchange: async (batch: RemoteBatch) => {
        batches.push(batch);
        return readReply(answer(batch), 'far');
      },
    };
    const tool = remoteTool({ ...meta, ...more }, schema, port).factory();
    const given = async function* () {
      yield* parts;
    };
    const back: Part[] = [];
    for await (const part of tool.process({ ...ctx, shown: (text: string) => text } as unknown as StepContext, given()))
      back.push(part);
    return { back, batches };
  }

  test('K131 a batch is full by its parts or by its size', async () => {
    const many = Array.from({ length: 130 }, (_, index) => blockPart(`b${index}`));
    expect((await through(many, ({ parts }) => ({ parts }))).batches).toHaveLength(3);
    const large = Array.from({ length: 4 }, (_, index) => blockPart(`b${index}`, 'x'.repeat(600_000)));
    expect((await through(large, ({ parts }) => ({ parts }))).batches).toHaveLength(2);
  });

  test('K131 what comes back unchanged is the very part that was sent, also where names repeat', async () => {
    const note = (value: JsonObject): Part => ({ kind: 'custom', type: 'mark', value: { type: 'mark', value } });
    const sent: Part[] = [note({ a: 1 }), blockPart('a'), note({ b: 2 }), { kind: 'group-end', id: 'g' }];
    const { back } = await through(sent, ({ parts }) => ({ parts }));
    expect(back).toHaveLength(4);
    for (const [index, part] of back.entries()) expect(part).toBe(sent[index]);
  });

  test('K131 a block under another name is refused, unless the shape lets the tool add some', async () => {
    const rename = ({ parts }: RemoteBatch) => ({ parts: parts.replace('"id":"a"', '"id":"z"') });
    await expect(through([blockPart('a')], rename)).rejects.toMatchObject({ code: 'FLOW_SHAPE' });
    const twice = ({ parts }: RemoteBatch) => ({ parts: parts + parts.split('\n')[1] });
    await expect(through([blockPart('a')], twice)).rejects.toMatchObject({ code: 'FLOW_SHAPE' });
    expect((await through([blockPart('a')], twice, { shape: 'expand' })).back).toHaveLength(2);
  });

  test.each<[string, unknown]>([
    ['no parts', {}],
    ['a report that is no list', { parts: partsHeader, report: 1 }],
    ['a loss of no known kind', { parts: partsHeader, losses: [{ kind: 'gone', detail: {} }] }],
    ['parts of another form', { parts: '{"schema":"other"}\n' }],
  ])('K131 refuses an answer with %s', async (_, answer) => {
    const error = { code: 'FLOW_CONTENT' };
    await expect(through([blockPart('a')], () => answer as RemoteReply)).rejects.toMatchObject(error);
  });
});
