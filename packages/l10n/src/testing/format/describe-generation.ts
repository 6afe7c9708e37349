import type { Block } from '@helve/flow';
import { dataText, type Format } from '@helve/flow/content';
import { expect, test } from 'vitest';
import type { FormatCase, FormatSuite } from '../describe-format.js';
import { readDocument, writeDocument } from '../document-kit.js';
import { exceptionOf } from './format-exception.js';

/** Tests that the documents of a suite are written without the files that they came from, and read back alike. */
export function describeGeneration(format: Format, suite: FormatSuite): void {
  for (const one of suite.cases) {
    if (exceptionOf(suite, 'X31', one) !== undefined) continue;
    test(`X31 ${format.id} writes a new file: ${one.name}`, () => expectNewFile(format, one));
  }
}

async function expectNewFile(format: Format, one: FormatCase): Promise<void> {
  const { parts, blocks } = await readDocument(format, one.input, one);
  const names = blocks.map(({ name }) => name);
  if (format.kind === 'monolingual' && new Set(names).size < names.length) {
    const writing = writeDocument(format, { parts, skeleton: undefined }, one);
    await expect(writing, 'repeated keys').rejects.toMatchObject({ code: 'L10N_UNWRITABLE' });
    return;
  }
  const { bytes } = await writeDocument(format, { parts, skeleton: undefined }, one);
  const again = await readDocument(format, bytes, one);
  expect(again.blocks.filter(isEntry).map(facts)).toEqual(blocks.filter(isEntry).map(facts));
  const same = await writeDocument(format, again, one);
  expect(Buffer.from(same.bytes).toString()).toBe(Buffer.from(bytes).toString());
}

function isEntry({ type }: Block): boolean {
  return type !== 'header';
}

/** The facts of a block that a new file keeps. */
function facts({ name, source, targets, annotations, displayHint }: Block): object {
  const texts = Object.entries(targets).map(([locale, { runs, status }]) => [locale, dataText(runs), status]);
  return { name, text: dataText(source), texts, note: annotations['note'], displayHint };
}
