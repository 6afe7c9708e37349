import { isToolError } from '@helve/core';
import { textRun, type Block, type Runs } from '@helve/flow';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readDocument, withContent, writeDocument, type ReadDocument } from '../../testing/document-kit.js';
import { markdownFormat } from './format.js';
import { spelling } from './write-inline.js';

const options = { codeBlocks: true, urls: true };
const pieces = [
  ['a', 'b ', 'word', 'é', '.', '"', '(', ')', '\\', '|', '\n', '\n\n', '\r\n', '  \n', '    ', '  ', '\t'],
  ['*', '**', '_', '~~', '`', '[', ']', '](u)', '![', '<b>', '</b>', '<br>', '&amp;', '{v}', '{#id}', 'https://x.y'],
  ['> ', '- ', '1. ', '[ ] ', '# ', '===', '---', '```\n', '~~~\n', '<div>', '<p>x</p>', '<td>', '<!-- ', '-->'],
  ['[x]', '[x]: /u "t"\n', '[^1]', '[^1]: ', '|a|b|\n|-|-|\n', '|c|d\n', '{{< n >}}', '{{< /n >}}\n'],
].flat();
const anyDocument = fc.array(fc.constantFrom(...pieces), { maxLength: 14 }).map((parts) => parts.join(''));
const anyText = fc.constantFrom(' more', ' x\ny', '# z', '- q *r* ', 'w');

describe('documents of any kind', () => {
  test('T100 markdown gives any document back byte for byte', async () => {
    await fc.assert(
      fc.asyncProperty(anyDocument, async (markdown) => {
        const { bytes } = await writeDocument(
          markdownFormat,
          await readDocument(markdownFormat, markdown, { options }),
        );
        expect(Buffer.from(bytes).toString()).toBe(markdown);
      }),
      { numRuns: 300 },
    );
  });

  test('T100 markdown writes a change of any block so that it is read back, or refuses it', async () => {
    await fc.assert(
      fc.asyncProperty(anyDocument, anyText, fc.nat(), async (markdown, text, at) => {
        const document = await readDocument(markdownFormat, markdown, { options });
        const blocks = document.blocks.filter(({ skeleton }) => skeleton !== undefined);
        const wanted = blocks[at % Math.max(1, blocks.length)];
        const written = wanted && (await changedBytes(document, wanted, [...wanted.source, textRun(text)]));
        if (written === undefined) return;
        const again = await readDocument(markdownFormat, written, { options });
        const spelled = (all: readonly Block[]) =>
          all.filter(({ skeleton }) => skeleton !== undefined).map(({ source }) => spelling(source));
        const expected = blocks.map((block) => (block === wanted ? [...block.source, textRun(text)] : block.source));
        expect(spelled(again.blocks)).toEqual(expected.map(spelling));
      }),
      { numRuns: 600 },
    );
  });
});

/** Writes the document with one block changed; returns undefined when that is refused. */
async function changedBytes(document: ReadDocument, wanted: Block, runs: Runs): Promise<Uint8Array | undefined> {
  const parts = withContent(markdownFormat, document.parts, ({ id }) => (id === wanted.id ? runs : undefined), 'de');
  try {
    const { bytes } = await writeDocument(markdownFormat, { ...document, parts }, { options });
    return bytes;
  } catch (error) {
    expect(isToolError(error) && error.code).toBe('L10N_UNWRITABLE');
    return undefined;
  }
}
