import { describe, expect, test } from 'vitest';
import { plaintextFormat } from '../../format/plaintext/format.js';
import { readDocument, writeDocument } from '../../testing/document-kit.js';
import { runSteps, toParts } from '../../testing/run-tool.js';
import { bomConvert } from './bom-convert.js';

async function markOf(layer: object, config: object = {}): Promise<boolean> {
  const parts = toParts(['a']).map((part) =>
    part.kind === 'layer-start' ? { ...part, layer: { ...part.layer, ...layer } } : part,
  );
  const run = await runSteps([bomConvert], [{ tool: 'bom-convert', config: { ...config } }], parts);
  return run.layer.bom;
}

describe('bom-convert', () => {
  test('T50 removes the mark of UTF-8, or adds it', async () => {
    expect(await markOf({ encoding: 'utf-8', bom: true })).toBe(false);
    expect(await markOf({ encoding: 'utf-8', bom: false }, { addBOM: true })).toBe(true);
    expect(await markOf({ encoding: 'UTF8', bom: false }, { addBOM: true })).toBe(true);
  });

  test('T50 works on UTF-16 only when told to, and never on other encodings', async () => {
    expect(await markOf({ encoding: 'utf-16le', bom: true })).toBe(true);
    expect(await markOf({ encoding: 'utf-16be', bom: true }, { alsoNonUTF8: true })).toBe(false);
    expect(await markOf({ encoding: 'utf-16be', bom: false }, { addBOM: true, alsoNonUTF8: true })).toBe(true);
    expect(await markOf({ encoding: 'latin1', bom: false }, { addBOM: true, alsoNonUTF8: true })).toBe(false);
  });

  test('T50 a document inside another has no mark of its own', async () => {
    const inner = { id: 'inner', format: 'json', parentId: 'doc', encoding: 'utf-8', bom: true };
    const [start, ...rest] = toParts(['a']);
    if (start?.kind !== 'layer-start') throw new TypeError('The first part is no layer');
    const nested = [{ ...start, layer: { ...start.layer, ...inner } }, { kind: 'layer-end', id: 'inner' } as const];
    const { parts } = await runSteps([bomConvert], [{ tool: 'bom-convert' }], [start, ...nested, ...rest]);
    expect(parts.flatMap((part) => (part.kind === 'layer-start' ? [part.layer.bom] : []))).toEqual([false, true]);
  });

  test('T50 the written file has what the layer says', async () => {
    const document = await readDocument(plaintextFormat, 'a');
    const steps = [{ tool: 'bom-convert', config: { addBOM: true } }];
    const { parts } = await runSteps([bomConvert], steps, document.parts);
    const { bytes } = await writeDocument(plaintextFormat, { ...document, parts });
    expect(Buffer.from(bytes).toString()).toBe('\uFEFFa');
  });
});
