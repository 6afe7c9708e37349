import type { Block } from '@helve/flow';
import { dataText, type Format, type NewEntry } from '@helve/flow/content';
import { expect, test } from 'vitest';
import type { FormatCase, FormatSuite } from '../describe-format.js';
import { readDocument, toBytes, type KitOptions } from '../document-kit.js';
import { insertedBytes } from './insert-kit.js';
import { exceptionOf } from './format-exception.js';

/** Maximum number of blocks of one document that are taken out and put back. */
const maxBlocks = 60;

/** Tests that entries are taken out of the documents of a suite, and put back where they were. */
export function describeInsertion(format: Format, suite: FormatSuite): void {
  for (const one of suite.cases) {
    if (exceptionOf(suite, 'X30', one) !== undefined) continue;
    test(`X30 ${format.id} takes each entry out and puts it back: ${one.name}`, () =>
      expectEachEntry(format, suite, one));
    test(`X30 ${format.id} takes all entries out and puts them back: ${one.name}`, () => expectAllEntries(format, one));
  }
}

async function expectEachEntry(format: Format, suite: FormatSuite, one: FormatCase): Promise<void> {
  const original = toBytes(one.input);
  expect(await insertedBytes(format, original, [], [], one), 'nothing to do').toEqual(original);
  const { blocks } = await readDocument(format, original, one);
  const names = blocks.map(({ name }) => name);
  const keys = blocks.map(facts);
  for (const [at, block] of blocks.slice(0, maxBlocks).entries()) {
    if (names.indexOf(block.name) !== names.lastIndexOf(block.name)) continue;
    if (exceptionOf(suite, 'X30', one, block.name) !== undefined) continue;
    const without = await insertedBytes(format, original, [], [block.name], one);
    expect(await read(format, without, one), `without ${block.name}`).toEqual(keys.toSpliced(at, 1));
    const after = names[at - 1];
    const again = await insertedBytes(format, without, [{ block, ...(after === undefined ? {} : { after }) }], [], one);
    expect(await read(format, again, one), `with ${block.name} again`).toEqual(keys);
  }
}

async function expectAllEntries(format: Format, one: FormatCase): Promise<void> {
  const { blocks } = await readDocument(format, one.input, one);
  const names = blocks.map(({ name }) => name);
  if (new Set(names).size < names.length) return;
  const without = await insertedBytes(format, toBytes(one.input), [], names, one);
  expect(await read(format, without, one)).toEqual([]);
  const entries = blocks.map((block, at): NewEntry => ({ block, ...(at === 0 ? {} : { after: names[at - 1] ?? '' }) }));
  const again = await insertedBytes(format, without, entries, [], one);
  expect(await read(format, again, one)).toEqual(blocks.map(facts));
}

async function read(format: Format, bytes: Uint8Array, kit: KitOptions): Promise<readonly object[]> {
  return (await readDocument(format, bytes, kit)).blocks.map(facts);
}

/** The facts of a block that an insertion keeps. */
function facts({ name, source, annotations, translatable }: Block): object {
  return { name, text: dataText(source), note: annotations['note'], translatable };
}
