import { isToolError } from '@helve/core';
import type { Format } from '@helve/flow/content';
import { describe, expect, test } from 'vitest';
import { cpuNow } from '../../../../../test/cpu-now.js';
import { readDocument, writeDocument } from '../../testing/document-kit.js';
import { androidXmlFormat } from '../androidxml/format.js';
import { resxFormat } from '../resx/format.js';

/** An XML format, with a small file around a value. */
interface XmlTable {
  readonly format: Format;
  file(value: string, doctype?: string): string;
  /** One entry, as it is repeated. */
  entry(name: string, value: string): string;
  root: string;
}

const tables: readonly XmlTable[] = [
  {
    format: androidXmlFormat,
    root: 'resources',
    file: (value, doctype = '') => `${doctype}<resources>${androidEntry('a', value)}</resources>`,
    entry: androidEntry,
  },
  {
    format: resxFormat,
    root: 'root',
    file: (value, doctype = '') => `${doctype}<root>${resxEntry('a', value)}</root>`,
    entry: resxEntry,
  },
];

function androidEntry(name: string, value: string): string {
  return `<string name="${name}">${value}</string>`;
}

function resxEntry(name: string, value: string): string {
  return `<data name="${name}"><value>${value}</value></data>`;
}

const mega = 2 ** 20;
const laughs = Array.from({ length: 9 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join('');

/** Hostile files by what is hostile about them. */
const attacks: readonly (readonly [string, (table: XmlTable) => string | Uint8Array])[] = [
  ['a megabyte on one line', ({ file }) => file('x'.repeat(mega))],
  ['a megabyte of white space', ({ file }) => file(' '.repeat(mega))],
  ['a megabyte of quotes', ({ file }) => file('"'.repeat(mega))],
  ['a megabyte of backslashes', ({ file }) => file('\\'.repeat(mega))],
  ['a megabyte of ampersands', ({ file }) => file('&'.repeat(mega))],
  ['a megabyte of less-than signs', ({ file }) => file('<'.repeat(mega))],
  ['a megabyte of section ends', ({ file }) => file(']]>'.repeat(mega / 3))],
  ['a megabyte of comments', ({ file }) => file('<!---->'.repeat(mega / 7))],
  ['a megabyte of references', ({ file }) => file('&#65;'.repeat(mega / 5))],
  ['ten thousand levels', ({ file }) => file(`${'<b>'.repeat(10_000)}${'</b>'.repeat(10_000)}`)],
  ['many spans', ({ file }) => file('<b>x</b>'.repeat(20_000))],
  ['many codes', ({ file }) => file('%s '.repeat(20_000))],
  ['a hundred thousand keys alike', ({ root, entry }) => `<${root}>${entry('a', 'x').repeat(100_000)}</${root}>`],
  ['a NUL', ({ file }) => file('a\0b')],
  ['half a character', ({ file }) => Buffer.from(file('a\uD800b'), 'utf16le')],
  [
    'a wrong declared encoding',
    ({ file }) => Buffer.from(`<?xml version="1.0" encoding="utf-8"?>${file('é')}`, 'latin1'),
  ],
  ['a billion laughs', ({ file }) => file('&l9;', `<!DOCTYPE x [<!ENTITY l0 "lol">${laughs}]>`)],
  [
    'a quadratic blowup',
    ({ file }) => file('&a;'.repeat(10_000), `<!DOCTYPE x [<!ENTITY a "${'a'.repeat(10_000)}">]>`),
  ],
  ['an entity that contains itself', ({ file }) => file('&a;', '<!DOCTYPE x [<!ENTITY a "&b;"><!ENTITY b "&a;">]>')],
  ['a megabyte in an attribute', ({ root }) => `<${root} a="${'x'.repeat(mega)}"/>`],
  [
    'a hundred thousand attributes',
    ({ root }) => `<${root} ${Array.from({ length: 100_000 }, (_, at) => `a${at}="x"`).join(' ')}/>`,
  ],
  ['an external entity', ({ file }) => file('&a;', '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>')],
  ['an entity of the web', ({ file }) => file('&a;', '<!DOCTYPE x [<!ENTITY a SYSTEM "http://127.0.0.1:1/">]>')],
  ['a parameter entity', ({ file }) => file('x', '<!DOCTYPE x [<!ENTITY % a SYSTEM "file:///etc/passwd">%a;]>')],
];

/** Reads a file and writes it back; an error must be one of Helve's own. */
async function expectSurvival(format: Format, input: string | Uint8Array): Promise<void> {
  const bytes = typeof input === 'string' ? Buffer.from(input) : input;
  const start = cpuNow();
  try {
    const written = await writeDocument(format, await readDocument(format, bytes));
    expect(Buffer.from(written.bytes).equals(bytes)).toBe(true);
  } catch (error) {
    if (!isToolError(error)) throw error;
    expect(error.code).toMatch(/^(?:L10N|FLOW)_/u);
  }
  // Of all threads, since garbage is collected beside.
  expect(cpuNow() - start).toBeLessThan(2000);
}

describe.each(tables)('hostile files of $format.id', (table) => {
  test.each(attacks)(`X10 ${table.format.id} answers or refuses %s, soon`, async (_, attack) => {
    await expectSurvival(table.format, attack(table));
  });

  test(`X10 ${table.format.id} never shows the contents of another file`, async () => {
    const { blocks } = await readDocument(
      table.format,
      table.file('&a;', '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>'),
    );
    expect(JSON.stringify(blocks)).not.toContain('root:');
  });

  test(`X10 ${table.format.id} answers or refuses a file that is cut anywhere, or has a wrong bit`, async () => {
    const bytes = Buffer.from(table.file("<b>it\\'s</b> &amp; <![CDATA[x]]> %1$s", '<!DOCTYPE x [<!ENTITY a "b">]>'));
    for (let at = 0; at < bytes.length; at += 1) await expectSurvival(table.format, bytes.subarray(0, at));
    for (let at = 0; at < 500; at += 1) {
      const flipped = Buffer.from(bytes);
      const place = (at * 7919) % bytes.length;
      flipped[place] = (flipped[place] ?? 0) ^ (1 << (at % 8));
      await expectSurvival(table.format, flipped);
    }
  });
});
