import type { Block, Runs } from '@helve/flow';
import { dataText, formsOf, hasForms, type Format } from '@helve/flow/content';
import { expect, test } from 'vitest';
import { formatCapacities } from '../../format/capacity/format-capacity.js';
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
  const [targetLocale = one.targetLocale] = blocks.flatMap(({ targets }) => Object.keys(targets));
  const kit = format.kind === 'monolingual' || targetLocale === undefined ? one : { ...one, targetLocale };
  const { bytes } = await writeDocument(format, { parts, skeleton: undefined }, kit);
  const again = await readDocument(format, bytes, kit);
  const facts = factsFor(format);
  expect(again.blocks.filter(isEntry).map(facts)).toEqual(blocks.filter(isEntry).map(facts));
  const same = await writeDocument(format, again, kit);
  expect(Buffer.from(same.bytes).toString()).toBe(Buffer.from(bytes).toString());
}

function isEntry({ type }: Block): boolean {
  return type !== 'header';
}

/** Lists the facts of a block that a new file keeps. */
function factsFor({ id }: Format): (block: Block) => object {
  const show = formatCapacities[id]?.codes === 'typed' ? typedText : dataText;
  return ({ name, source, targets, annotations, displayHint, properties, translatable }) => ({
    name,
    text: show(source),
    texts: Object.entries(targets).map(([locale, { runs, status }]) => [locale, show(runs), status]),
    note: annotations['note'],
    displayHint,
    context: properties['context'],
    translatable,
  });
}

/** Text with the ids and types of its codes, for formats that write codes as elements of their own. */
function typedText(runs: Runs): string {
  return runs
    .map((run): string => {
      if (run.kind === 'text') return run.text;
      if (hasForms(run))
        return `{${run.pivot}: ${formsOf(run)
          .map(([key, form]) => `${key} ${typedText(form)}`)
          .join('; ')}}`;
      return `[${run.kind} ${run.id}${'type' in run ? ` ${run.type}` : ''}]`;
    })
    .join('');
}
