import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { textRun, type Block } from '@helve/flow';
import { dataText } from '@helve/flow/content';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { needs } from '../../../../../test/needs.js';
import { blocksOf, readDocument, withContent, writeDocument } from '../../testing/document-kit.js';
import { pseudoRuns } from '../../testing/format/pseudo-runs.js';
import { probeTexts } from '../../testing/probe-text.js';
import { isXmlText } from '../xml/escape-xml.js';
import { resxFormat } from './format.js';

const shared = resolve(import.meta.dirname, '../../../../../..', 'shared', 'data', 'l10n');

/** Name, value and comment of every entry of every file, in order. */
type Listed = readonly (readonly (readonly [string, string, string])[])[];

const program = `
import json, sys, xml.etree.ElementTree as tree
listed = []
for file in sys.argv[2:]:
    entries = tree.parse(sys.argv[1] + '/' + file).getroot().findall('data')
    listed.append([[e.get('name'), e.findtext('value') or '', (e.findtext('comment') or '').strip()] for e in entries])
print(json.dumps(listed))
`;

/** Lists the entries of files as Python reads them. */
function listEntries(folder: string, files: readonly Uint8Array[]): Listed {
  const names = files.map((bytes, at) => {
    writeFileSync(join(folder, `${at}.resx`), bytes);
    return `${at}.resx`;
  });
  const { stdout, stderr, status } = spawnSync('python3', ['-c', program, folder, ...names], { maxBuffer: 2 ** 28 });
  if (status !== 0) throw new Error(stderr.toString());
  return JSON.parse(stdout.toString()) as Listed;
}

function corpus(): readonly string[] {
  return ['resx', 'resw'].flatMap((folder) =>
    readdirSync(join(shared, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  );
}

describe('files that Python reads', needs('python3'), () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'helve-resx-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test.skipIf(!needs('shared').ok)(
    'X7 every file of the corpus has the same entries, with the texts that were written',
    async () => {
      const originals = corpus().map((file) => readFileSync(file));
      const written: Uint8Array[] = [];
      const blocks: (readonly Block[])[] = [];
      for (const bytes of originals) {
        const document = await readDocument(resxFormat, bytes);
        const change = ({ source, translatable }: Block) => (translatable ? pseudoRuns(source) : undefined);
        const parts = withContent(resxFormat, document.parts, change, 'de');
        blocks.push(blocksOf(parts));
        written.push((await writeDocument(resxFormat, { ...document, parts })).bytes);
      }
      const [before, after] = [listEntries(folder, originals), listEntries(folder, written)];
      expect(after.flat().length).toBeGreaterThan(6000);
      for (const [at, entries] of after.entries()) {
        const texts = new Map(blocks[at]?.map(({ name, source }) => [name, dataText(source)]));
        const expected = before[at]?.map(([name, value, comment]) => [name, texts.get(name) ?? value, comment]);
        expect(entries).toEqual(expected);
      }
    },
  );

  test('X7 every probe text is read as it was written', async () => {
    const texts = probeTexts.filter(isXmlText);
    const olds = ['x', '<![CDATA[x]]>', '&#x27;x&gt;&quot;'];
    const entries = texts.flatMap((_, at) =>
      olds.map((old, kind) => `<data name="${at}.${kind}"><value>${old}</value></data>`),
    );
    const document = await readDocument(resxFormat, `<root>\r\n${entries.join('\r\n')}\r\n</root>`);
    const change = ({ name }: Block) => [textRun(texts[Number.parseInt(name, 10)] ?? '')];
    const parts = withContent(resxFormat, document.parts, change, 'de');
    const { bytes } = await writeDocument(resxFormat, { ...document, parts });
    const [listed = []] = listEntries(folder, [bytes]);
    expect(listed.map(([name, value]) => [name, value])).toEqual(
      texts.flatMap((text, at) => olds.map((_, kind) => [`${at}.${kind}`, text])),
    );
  });
});
