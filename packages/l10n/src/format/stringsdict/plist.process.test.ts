import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { textRun, type Block } from '@helve/flow';
import { dataText, formsOf, hasForms } from '@helve/flow/content';
import { parse } from 'plist';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { needs } from '../../../../../test/needs.js';
import { blocksOf, readDocument, withContent, writeDocument } from '../../testing/document-kit.js';
import { pseudoRuns } from '../../testing/format/pseudo-runs.js';
import { probeTexts } from '../../testing/probe-text.js';
import { isXmlText } from '../xml/escape-xml.js';
import { stringsdictFormat } from './format.js';

const shared = resolve(import.meta.dirname, '../../../../../..', 'shared', 'data', 'l10n', 'stringsdict');
const program = `
import json, plistlib, sys
print(json.dumps([plistlib.load(open(sys.argv[1] + '/' + file, 'rb')) for file in sys.argv[2:]]))
`;

/** Property lists as Python reads them. */
function readWithPython(folder: string, files: readonly Uint8Array[]): readonly unknown[] {
  const names = files.map((bytes, at) => {
    writeFileSync(join(folder, `${at}.stringsdict`), bytes);
    return `${at}.stringsdict`;
  });
  const { stdout, stderr, status } = spawnSync('python3', ['-c', program, folder, ...names], { maxBuffer: 2 ** 28 });
  if (status !== 0) throw new Error(stderr.toString());
  return JSON.parse(stdout.toString()) as readonly unknown[];
}

/** Property lists as the package of npm reads them. */
function readWithNpm(files: readonly Uint8Array[]): readonly unknown[] {
  return files.map((bytes) => JSON.parse(JSON.stringify(parse(Buffer.from(bytes).toString()))) as unknown);
}

/** Lists the texts and keys of a property list in order. */
function leaves(value: unknown, path = ''): readonly (readonly [string, string])[] {
  if (typeof value !== 'object' || value === null) return [[path, String(value)]];
  return Object.entries(value).flatMap(([key, inner]) => leaves(inner, `${path}/${key}`));
}

/** Lists the texts that forms of a block should have. */
function formTexts({ name, source }: Block): readonly (readonly [string, string])[] {
  return source.flatMap((run) => {
    if (run.kind !== 'plural') return [];
    const simple = formsOf(run).filter(([, runs]) => !runs.some(hasForms));
    return simple.map(
      ([key, runs]) => [`/${name}/${run.pivot}/${key === '=0' ? 'zero' : key}`, dataText(runs)] as const,
    );
  });
}

async function pseudoTranslated(bytes: Uint8Array) {
  const kit = { options: { onBadValue: 'skip' } };
  const document = await readDocument(stringsdictFormat, bytes, kit);
  const change = ({ source, translatable }: Block) => (translatable ? pseudoRuns(source) : undefined);
  const parts = withContent(stringsdictFormat, document.parts, change, 'de');
  return {
    blocks: blocksOf(parts),
    written: (await writeDocument(stringsdictFormat, { ...document, parts }, kit)).bytes,
  };
}

describe('property lists that others read', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'helve-stringsdict-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test.skipIf(!needs('shared').ok)(
    'X7 npm reads every file of the corpus with its keys, and the texts that were written',
    async () => {
      const originals = readdirSync(shared, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => readFileSync(join(entry.parentPath, entry.name)));
      const translated = await Promise.all(originals.map(pseudoTranslated));
      const [before, after] = [readWithNpm(originals), readWithNpm(translated.map(({ written }) => written))];
      expect(before.map((one) => leaves(one).map(([path]) => path))).toEqual(
        after.map((one) => leaves(one).map(([path]) => path)),
      );
      let count = 0;
      for (const [at, { blocks }] of translated.entries()) {
        const texts = new Map(leaves(after[at]));
        for (const [path, text] of blocks.flatMap(formTexts)) {
          expect(texts.get(path), path).toBe(text);
          count += 1;
        }
      }
      expect(count).toBeGreaterThan(1500);
      if (needs('python3').ok)
        expect(
          readWithPython(
            folder,
            translated.map(({ written }) => written),
          ),
        ).toEqual(after);
    },
  );

  test('X7 every probe text is read as it was written', needs('python3'), async () => {
    const texts = probeTexts.filter(isXmlText);
    const entries = texts.map((_, at) => `<key>k${at}</key>\n<string>x &#38; y</string>`);
    const document = await readDocument(stringsdictFormat, `<plist><dict>\n${entries.join('\n')}\n</dict></plist>`);
    const change = ({ name }: Block) => [textRun(texts[Number(name.slice(1))] ?? '')];
    const parts = withContent(stringsdictFormat, document.parts, change, 'de');
    const { bytes } = await writeDocument(stringsdictFormat, { ...document, parts });
    const expected = Object.fromEntries(texts.map((text, at) => [`k${at}`, text]));
    // It reads a line separator as XML 1.1 does.
    expect(JSON.stringify(readWithNpm([bytes]))).toBe(JSON.stringify([expected]).replaceAll('\u2028', '\\n'));
    expect(readWithPython(folder, [bytes])).toEqual([expected]);
  });
});
