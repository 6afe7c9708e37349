import { spawnSync } from 'node:child_process';
import { textRun, type Block, type Runs } from '@helve/flow';
import { describe, expect, test } from 'vitest';
import { needs } from '../../../../../test/needs.js';
import { readDocument, writeDocument } from '../../testing/document-kit.js';
import { poFormat } from './format.js';

const header = String.raw`msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\n"
"Language: de\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\n"

`;
const kit = { targetLocale: 'de' };

/** Reads a catalog, changes its messages, and writes it. */
async function rewrite(messages: string, change: (block: Block) => void) {
  const document = await readDocument(poFormat, header + messages, kit);
  for (const block of document.blocks) if (block.type !== 'header') change(block);
  const { bytes, losses } = await writeDocument(poFormat, document, kit);
  return { text: Buffer.from(bytes).toString().slice(header.length), losses };
}

const translate = (runs: Runs) => (block: Block) => {
  block.targets['de'] = { runs, status: 'translated' };
};
const forms = (one: string, other: string): Runs => [
  { kind: 'plural', pivot: 'n', forms: { one: [textRun(one)], other: [textRun(other)] } },
];

/** True for a message that gettext's own compiler accepts. */
const isAccepted = (messages: string) =>
  spawnSync('msgfmt', ['-c', '-o', '/dev/null', '-'], { input: header + messages }).status === 0;

const single = (flags: string, id: string) => `${flags}msgid "${id}"\nmsgstr ""\n`;
const plural = (flags: string) => `${flags}msgid "one file"\nmsgid_plural "%d files"\nmsgstr[0] ""\nmsgstr[1] ""\n`;

describe('a translation that gettext would refuse is written as fuzzy', needs('msgfmt'), () => {
  test.each<[string, string, Runs, boolean]>([
    ['a value that C needs is gone', single('#, c-format\n', 'Delete %s'), [textRun('Löschen')], true],
    ['all values that C needs', single('#, c-format\n', '%s of %d'), [textRun('%2$d von %1$s')], false],
    ['values of C in another order', single('#, c-format\n', '%s of %d'), [textRun('%d von %s')], true],
    ['the type of a value of C', single('#, c-format\n', '%d'), [textRun('%s')], true],
    ['a value that Python needs is gone', single('#, python-format\n', 'Hi %(name)s'), [textRun('Hallo')], true],
    ['a value of Python', single('#, python-format\n', 'Hi %(name)s'), [textRun('%(name)s, hallo')], false],
    ['a value in braces is gone', single('#, python-brace-format\n', 'Hi {name}'), [textRun('Hallo')], true],
    ['a value in braces, twice', single('#, python-brace-format\n', 'Hi {a}'), [textRun('{a} {a}')], false],
    ['a value that nobody promised', single('', 'Delete %s'), [textRun('Löschen')], false],
    ['a value that is none', single('#, no-c-format\n', '50% of'), [textRun('50 v. H.')], false],
    ['a line end is gone', single('', String.raw`a\n`), [textRun('b')], true],
    ['a line end', single('', String.raw`a\n`), [textRun('b\n')], false],
    ['a form of one number without it', plural('#, c-format\n'), forms('eine Datei', '%d Dateien'), false],
    ['a form of many numbers without them', plural('#, c-format\n'), forms('eine Datei', 'Dateien'), true],
    ['a form with a value too many', plural('#, c-format\n'), forms('%d Datei %s', '%d Dateien'), true],
  ])('%s', async (_, messages, runs, isRefused) => {
    const { text, losses } = await rewrite(messages, translate(runs));
    expect(text.includes('fuzzy')).toBe(isRefused);
    expect(losses).toEqual(isRefused ? [{ kind: 'repaired', detail: { reason: 'fuzzy', count: 1 } }] : []);
    expect(isAccepted(text)).toBe(true);
    expect(isAccepted(text.replace(/^#, fuzzy, /u, '#, ').replace('#, fuzzy\n', ''))).toBe(!isRefused);
  });
});

describe('two messages never get one msgid', () => {
  const message = (context: string, id: string) => `${context}msgid "${id}"\nmsgstr "x"\n\n`;
  const lower = (block: Block) => {
    const [run] = block.source;
    block.source = [textRun(run?.kind === 'text' ? run.text.toLowerCase() : '')];
  };

  test.each([
    ['both changed', message('', 'YES'), message('', 'Yes'), 'YES'],
    ['the first changed', message('', 'Yes'), message('', 'yes'), 'Yes'],
    ['the second changed', message('', 'yes'), message('', 'Yes'), 'yes'],
    ['in one context', message('msgctxt "m"\n', 'yes'), message('msgctxt "m"\n', 'Yes'), 'm "yes"'],
  ])('%s', async (_, one, other, name) => {
    await expect(rewrite(one + message('', 'No') + other, lower)).rejects.toMatchObject({
      code: 'L10N_UNWRITABLE',
      message: expect.stringContaining(name) as string,
    });
  });

  test('in two contexts they may, and a text may go to another message', async () => {
    const contexts = message('msgctxt "a"\n', 'Yes') + message('msgctxt "b"\n', 'yes');
    expect((await rewrite(contexts, lower)).text).toBe(contexts.replace('Yes', 'yes'));
    const swapped = await rewrite(message('', 'a') + message('', 'b'), (block) => {
      const [run] = block.source;
      block.source = [textRun(run?.kind === 'text' && run.text === 'a' ? 'b' : 'a')];
    });
    expect(swapped.text).toBe(message('', 'b') + message('', 'a'));
  });
});
