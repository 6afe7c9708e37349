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
  const blocks = await entriesIn(format, original, one);
  const names = blocks.map((block) => keyOf(format, block));
  const keys = blocks.map(facts);
  for (const [at, block] of blocks.slice(0, maxBlocks).entries()) {
    const name = keyOf(format, block);
    if (names.indexOf(name) !== names.lastIndexOf(name)) continue;
    if (exceptionOf(suite, 'X30', one, name) !== undefined) continue;
    const without = await insertedBytes(format, original, [], [name], one);
    expect(await read(format, without, one), `without ${name}`).toEqual(keys.toSpliced(at, 1));
    const after = names[at - 1];
    const again = await insertedBytes(format, without, [{ block, ...(after === undefined ? {} : { after }) }], [], one);
    expect(await read(format, again, one), `with ${name} again`).toEqual(keys);
  }
}

async function expectAllEntries(format: Format, one: FormatCase): Promise<void> {
  const blocks = await entriesIn(format, toBytes(one.input), one);
  const names = blocks.map((block) => keyOf(format, block));
  if (new Set(names).size < names.length) return;
  const without = await insertedBytes(format, toBytes(one.input), [], names, one);
  expect(await read(format, without, one)).toEqual([]);
  const entries = blocks.map((block, at): NewEntry => ({ block, ...(at === 0 ? {} : { after: names[at - 1] ?? '' }) }));
  const again = await insertedBytes(format, without, entries, [], one);
  expect(await read(format, again, one)).toEqual(blocks.map(facts));
}

async function read(format: Format, bytes: Uint8Array, kit: KitOptions): Promise<readonly object[]> {
  return (await entriesIn(format, bytes, kit)).map(facts);
}

/** The blocks of a document that are entries; a header stays. */
async function entriesIn(format: Format, bytes: Uint8Array, kit: KitOptions): Promise<readonly Block[]> {
  return (await readDocument(format, bytes, kit)).blocks.filter(({ type }) => type !== 'header');
}

function keyOf({ kind }: Format, { id, name }: Block): string {
  return kind === 'bilingual' ? id : name;
}

/** The facts of a block that an insertion keeps. */
function facts({ name, source, annotations, translatable }: Block): object {
  return { name, text: dataText(source), note: annotations['note'], translatable };
}
