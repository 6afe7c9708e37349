import { runsText, textRun, type Part } from '@helve/flow';
import type { ReadContext } from '@helve/flow/content';
import { describe, expect, test } from 'vitest';
import { describeFormat } from '../../testing/describe-format.js';
import { readDocument, withContent, writeDocument } from '../../testing/document-kit.js';
import { makeZip, type MadeEntry } from '../../testing/format/make-zip.js';
import { defineFormat } from '../define-format.js';
import { locationAt, parseError, unwritable } from '../format-error.js';
import { formatSchema } from '../format-option.js';
import { readBlock } from '../read-block.js';
import { pickMonolingual, spliceDocument } from '../splice-document.js';
import type { LoadedText } from '../text/open-text.js';
import { ValueEntry } from '../value-entry.js';
import { readFormatMember, writeFormatMember } from './format-member.js';
import { packageProperties, type PackageOptions } from './package-option.js';
import type { PackageReading } from './package-reading.js';
import { readPackage, type PackageMember } from './read-package.js';
import { writePackage } from './write-package.js';

const markdown = { id: 'markdown' };

/** Reads lines `id=text`; a text `@id` means that line of the member `shared`. */
function* readLines(name: string, text: LoadedText, shared: ReadonlyMap<string, SharedLine>, ctx: ReadContext) {
  for (const { 0: line, index, groups } of text.text.matchAll(/^(?<key>[^\n=]*)=?(?<value>.*)$/gmu)) {
    if (line === '') continue;
    const { key = '', value = '' } = groups ?? {};
    if (!line.includes('=')) throw parseError(ctx.document, 'tiny', '"=" expected', locationAt(text.text, index));
    const found = shared.get(value);
    if (value.startsWith('@') && found === undefined) continue;
    const id = `${name}!${key}`;
    const runs = Object.freeze([textRun(found?.text ?? value)]);
    const offset = text.byteAt(index + key.length + 1);
    const length = text.byteAt(index + line.length) - offset;
    const entry = found ?? { ctx, offset, length };
    entry.ctx.skeleton?.append(new ValueEntry(id, entry.offset, entry.length, runs));
    const fields = { id, name: key, type: 'line', source: runs, properties: { key }, format: 'tiny' };
    yield { kind: 'block', block: readBlock(fields, ctx) } satisfies Part;
  }
}

interface SharedLine {
  readonly text: string;
  readonly ctx: ReadContext;
  readonly offset: number;
  readonly length: number;
}

async function readShared(reading: PackageReading): Promise<ReadonlyMap<string, SharedLine>> {
  if (!reading.archive.has('shared')) return new Map();
  const text = await reading.text('shared');
  const ctx = reading.context('shared');
  return new Map(
    [...text.text.matchAll(/^.+$/gmu)].map(({ 0: line, index }, at) => {
      const offset = text.byteAt(index);
      return [`@${at}`, { text: line, ctx, offset, length: text.byteAt(index + line.length) - offset }];
    }),
  );
}

async function listMembers(reading: PackageReading): Promise<readonly PackageMember[]> {
  const { text } = await reading.text('index');
  const shared = await readShared(reading);
  const names = text.split('\n').filter((name) => name !== '');
  return names.map((name): PackageMember => {
    if (name.endsWith('.md')) return { name, read: () => readMarkdown(reading, name) };
    return {
      name,
      async *read() {
        yield* readLines(name, await reading.text(name), shared, reading.context(name));
      },
    };
  });
}

async function* readMarkdown(reading: PackageReading, name: string) {
  yield* await readFormatMember(reading, name, markdown);
}

/** A package of a test: `index` lists its members, which hold lines or Markdown; some texts stand in a shared member. */
const tinyFormat = defineFormat<PackageOptions>({
  id: 'tiny',
  title: 'Tiny package',
  extensions: ['.tiny'],
  mimeTypes: [],
  kind: 'monolingual',
  caps: {
    read: true,
    write: true,
    streamRead: false,
    streamWrite: false,
    insert: false,
    generative: false,
    package: true,
  },
  options: formatSchema('tiny', 'Tiny package', packageProperties),
  read: (source, options, ctx) =>
    readPackage({ source, format: 'tiny', mimeType: 'application/x-tiny', options, ctx, members: listMembers }),
  write: (request) =>
    writePackage(request, {
      write: (member) => {
        if (member.name.endsWith('.md')) return writeFormatMember(member, markdown);
        return spliceDocument({
          ...member,
          codec: {
            pick: pickMonolingual,
            encode: (runs, _, block) => {
              const text = runsText(runs ?? []);
              if (/[\r\n\u2028]|^@/u.test(text)) throw unwritable(block.id, 'tiny', 'a text is one line');
              return text;
            },
          },
        });
      },
      revise: async (edit) => {
        if (edit.archive.has('stamp') && edit.blocks.size > 3) edit.replace('stamp', Buffer.from('many'));
      },
    }),
});

const members: readonly MadeEntry[] = [
  { name: 'mimetype', data: 'application/x-tiny', stored: true },
  { name: 'two', data: 'b=Zwei\nc=@0\n', descriptor: { signed: true, width: 4 } },
  { name: 'one', data: 'a=Eins\nd=@1', zip64: true },
  { name: 'picture', data: Buffer.from([0, 1, 2, 3]), stored: true },
  { name: 'shared', data: 'geteilt\r\nauch é\n' },
  { name: 'index', data: 'one\ntwo\nread.md\n' },
  { name: 'read.md', data: '# Titel\n\nText *mit* Wort\n' },
];
const input = makeZip(members, { comment: 'tiny' });

describeFormat(tinyFormat, {
  cases: [
    {
      name: 'members in reading order',
      input,
      blocks: [
        { id: 'one!a', name: 'a', text: 'Eins' },
        { id: 'one!d', name: 'd', text: 'auch é' },
        { id: 'two!b', name: 'b', text: 'Zwei' },
        { id: 'two!c', name: 'c', text: 'geteilt' },
        { text: 'Titel' },
        { text: 'Text *mit* Wort' },
      ],
    },
    {
      name: 'lines alone',
      input: makeZip([
        { name: 'index', data: 'x' },
        { name: 'x', data: 'k=v' },
      ]),
      blocks: [{ text: 'v' }],
    },
  ],
  probed: ['lines alone'],
  refuses: [{ matches: /[\r\n\u2028]|^@/u, reason: 'a text is one line' }],
  exceptions: [
    { check: 'X9', reason: 'its members are those of another format' },
    { check: 'X13', reason: 'its members are those of another format' },
    { check: 'X15', reason: 'its members are those of another format' },
  ],
  malformed: [
    { name: 'a file that is no package', input: 'one=Eins', code: 'L10N_PACKAGE' },
    { name: 'a package without its index', input: makeZip([{ name: 'one', data: 'a=Eins' }]), code: 'L10N_PACKAGE' },
    { name: 'a member that lies', input: makeZip([{ name: 'index', data: 'x', size: 9 }]), code: 'L10N_PACKAGE' },
    {
      name: 'a broken member',
      input: makeZip([
        { name: 'index', data: 'x' },
        { name: 'x', data: 'a=b\nc' },
      ]),
      line: 2,
      column: 1,
    },
    { name: 'a package that is too large', input, options: { maxBytes: 100 }, code: 'L10N_LIMIT' },
    { name: 'a member that is too large', input, options: { maxMemberBytes: 3 }, code: 'L10N_LIMIT' },
  ],
});

describe('a package', () => {
  const document = (entries = members) => readDocument(tinyFormat, makeZip(entries));

  test('X26 each member with text is a layer named by its path, in reading order', async () => {
    const { parts } = await document();
    const layers = parts.flatMap((part) => (part.kind === 'layer-start' ? [part.layer] : []));
    expect(layers.map(({ id, parentId }) => [id, parentId])).toEqual([
      ['root', undefined],
      ['one', 'root'],
      ['two', 'root'],
      ['read.md', 'root'],
    ]);
  });

  test('X8 an error names the package and the member', async () => {
    const broken = makeZip([
      { name: 'index', data: 'x' },
      { name: 'x', data: 'a' },
    ]);
    const reading = readDocument(tinyFormat, broken, { document: 'a.tiny' });
    await expect(reading).rejects.toMatchObject({ details: { file: 'a.tiny!x', line: 1, column: 1 } });
  });

  test('X28 a change of a signed package is told, and no change is not', async () => {
    const signed = await document([...members, { name: '_xmlsignatures/sig1.xml', data: '<s/>' }]);
    const changed = withContent(
      tinyFormat,
      signed.parts,
      ({ name }) => (name === 'a' ? [textRun('Neu')] : undefined),
      'de',
    );
    expect((await writeDocument(tinyFormat, { ...signed, parts: changed })).losses).toMatchObject([
      { kind: 'metadata-lost', detail: { what: 'signature' } },
    ]);
    const same = await document([...members, { name: '_xmlsignatures/sig1.xml', data: '<s/>' }]);
    expect((await writeDocument(tinyFormat, same)).losses).toEqual([]);
  });

  test('a format may change members beyond the values of blocks', async () => {
    const read = await document([...members, { name: 'stamp', data: 'few', stored: true }]);
    const { bytes, report } = await writeDocument(tinyFormat, read);
    expect(Buffer.from(bytes).includes('many')).toBe(true);
    expect(report).toMatchObject({ changed: 0, blocks: 6 });
  });

  test('several targets are written from one reading', async () => {
    const read = await readDocument(tinyFormat, input, {}, 2);
    for (const locale of ['fr', 'es']) {
      const parts = read.parts.map((part): Part => {
        if (part.kind !== 'block' || part.block.name !== 'c') return part;
        const targets = { [locale]: { runs: [textRun(`text ${locale}`)], status: 'draft' as const } };
        return { kind: 'block', block: { ...part.block, targets } };
      });
      const { bytes } = await writeDocument(tinyFormat, { ...read, parts }, { targetLocale: locale });
      const again = await readDocument(tinyFormat, bytes);
      expect(again.blocks.map(({ source }) => runsText(source))).toContain(`text ${locale}`);
    }
  });
});
