import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { textRun, type Block, type Runs } from '@helve/flow';
import { parse, type DefaultTreeAdapterTypes } from 'parse5';
import { describe, expect, test } from 'vitest';
import { needs } from '../../../../../test/needs.js';
import { readDocument, withContent, writeDocument } from '../../testing/document-kit.js';
import { probeTexts } from '../../testing/probe-text.js';
import { allFormats } from '../all-formats.js';
import { createFormats } from '../create-formats.js';

const html = createFormats(allFormats).byId('html') ?? expect.fail('There is no format html');
const folder = resolve(import.meta.dirname, '../../../../../..', 'shared', 'data', 'l10n', 'html');
const files = needs('shared').ok
  ? readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.x?html?$/u.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
  : [];

/** Attributes that translations change. */
const changing = /^(?:alt|title|placeholder|aria-|label|summary|abbr|content|value|lang|dir)/u;

/** Lists elements and attributes, without texts. */
function outline(node: DefaultTreeAdapterTypes.Node): string {
  const children = 'childNodes' in node ? node.childNodes.map(outline).join('') : '';
  const inTemplate = 'content' in node ? outline(node.content) : '';
  if (!('tagName' in node)) return children;
  const attributes = node.attrs.map(({ name, value }) => (changing.test(name) ? name : `${name}=${value}`));
  return `<${node.tagName} ${attributes.join(' ')}>${children}${inTemplate}</>`;
}

async function translated(bytes: Uint8Array, document: string, change: (block: Block) => Runs): Promise<Buffer> {
  const read = await readDocument(html, bytes, { document });
  const parts = withContent(html, read.parts, (block) => (block.translatable ? change(block) : undefined), 'de');
  return Buffer.from((await writeDocument(html, { ...read, parts })).bytes);
}

const pseudo = ({ source }: Block): Runs =>
  source.map((run) => (run.kind === 'text' ? textRun(`${run.text} <&"'> `) : run));

describe('parse5 and written pages', needs('shared'), () => {
  test('X73 the same elements and attributes stand in every page of the corpus', { timeout: 60_000 }, async () => {
    expect(files.length).toBeGreaterThan(50);
    for (const file of files) {
      const bytes = readFileSync(file);
      const before = outline(parse(bytes.toString('latin1')));
      const written = await translated(bytes, file, pseudo);
      expect(outline(parse(written.toString('latin1'))), file).toBe(before);
    }
  });
});

const page =
  '<!DOCTYPE html><html lang="en"><head><title>a</title></head><body><p title=a>a <b>b</b><ul><li>a<li>b</ul><pre>a</pre><textarea>a</textarea><table><td>a</table></body></html>';

test.each(probeTexts)('X7 parse5 reads %j as it was written, everywhere in a page', async (text) => {
  const change = ({ source }: Block): Runs => [...source, textRun(`${text}.`)];
  const written = (await translated(Buffer.from(page), 'a.html', change)).toString();
  expect(outline(parse(written))).toBe(outline(parse(page)));
  const found = textsOf(parse(written)).filter((one) => one.endsWith(`${text}.`.replaceAll('\r\n', '\n')));
  expect(found.length).toBe(8);
});

/** Lists the texts and titles of a page. */
function textsOf(node: DefaultTreeAdapterTypes.Node): readonly string[] {
  if (node.nodeName === '#text' && 'value' in node) return [node.value];
  const titles = 'attrs' in node ? node.attrs.filter(({ name }) => name === 'title').map(({ value }) => value) : [];
  return 'childNodes' in node ? [...titles, ...node.childNodes.flatMap(textsOf)] : titles;
}
