import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { textRun, type Block, type Run, type Runs } from '@helve/flow';
import { formsOf, hasForms } from '@helve/flow/content';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { needs } from '../../../../../test/needs.js';
import { blocksOf, readDocument, withContent, writeDocument } from '../../testing/document-kit.js';
import { pseudoRuns } from '../../testing/format/pseudo-runs.js';
import { probeTexts } from '../../testing/probe-text.js';
import { androidXmlFormat } from './format.js';

const corpus = resolve(import.meta.dirname, '../../../../../..', 'shared', 'data', 'l10n', 'android');

/** Texts by resource and configuration, as Android has compiled them. */
type Compiled = ReadonlyMap<string, string>;

/** Compiles files, each as the resources of a country of its own, and lists all texts. */
function compile(folder: string, files: readonly Uint8Array[]): Compiled {
  for (const [at, bytes] of files.entries()) {
    const values = join(folder, 'res', `values-mcc${100 + at}`);
    mkdirSync(values, { recursive: true });
    writeFileSync(join(values, 'strings.xml'), bytes);
  }
  const manifest = join(folder, 'AndroidManifest.xml');
  writeFileSync(manifest, '<manifest package="a.b"/>');
  run('compile', '--dir', join(folder, 'res'), '-o', join(folder, 'out.zip'));
  run('link', '-o', join(folder, 'out.apk'), '--manifest', manifest, join(folder, 'out.zip'));
  return parseDump(run('dump', 'resources', join(folder, 'out.apk')));
}

function run(...args: readonly string[]): string {
  const { stdout, stderr, status } = spawnSync('aapt2', args, { encoding: 'utf8', maxBuffer: 2 ** 28 });
  if (status !== 0) throw new Error(`aapt2 ${args[0]}: ${stderr}`);
  return stdout;
}

/** Parses a list such as `resource 0x7f010000 string/a` with lines `(mcc100) "text"`. */
function parseDump(dump: string): Compiled {
  const texts = new Map<string, string>();
  for (const [, name = '', body = ''] of dump.matchAll(
    /^ {4}resource \S+ (\S+)\n([^]*?)(?=^ {2}(?: {2}resource|type) |$(?![^]))/gmu,
  )) {
    for (const [, config = '', value = ''] of body.matchAll(/^ {6}\((mcc\d+)\) ([^]*?)\n(?=^ {6}\(mcc|$(?![^]))/gmu)) {
      for (const [form, text] of valuesIn(value)) texts.set(`${config} ${name}${form}`, text);
    }
  }
  return texts;
}

function valuesIn(value: string): readonly (readonly [string, string])[] {
  const plain = /^(?:\(styled string\) )?"([^]*)"(?: \S+:\d+,\d+)*$/u.exec(value);
  if (plain) return [['', unindented(plain[1] ?? '', 6)]];
  return Array.from(
    value.matchAll(/^ {8}(\w+)=(?:\(styled string\) )?"([^]*?)"(?: \S+:\d+,\d+)*(?=\n {8}\w+=|$(?![^]))/gmu),
    ([, key = '', text = '']) => [` ${key}`, unindented(text, 8)],
  );
}

/** Takes away the indentation that the list gives each line. */
function unindented(text: string, indent: number): string {
  return text.replaceAll(`\n${' '.repeat(indent)}`, '\n');
}

/** Lists the texts that a document should have: those of tags are not text, and those of placeholders are. */
function expectedTexts(blocks: readonly Block[], config: string): readonly (readonly [string, string])[] {
  return blocks
    .filter(({ translatable }) => translatable)
    .flatMap(({ name, source }): (readonly [string, string])[] => {
      const [only] = source;
      if (only === undefined || !hasForms(only)) return [[`${config} string/${name}`, shown(source)]];
      return formsOf(only).map(([key, runs]) => [`${config} plurals/${name} ${key}`, shown(runs)]);
    });
}

function shown(runs: Runs): string {
  return runs.map((one) => (one.kind === 'text' ? one.text : 'data' in one ? dataOf(one) : '')).join('');
}

function dataOf({ data, subType }: Run & { readonly data: string; readonly subType?: string }): string {
  return subType?.startsWith('xml:') === true ? data.replaceAll(/<[^>]*>/gu, '') : data;
}

describe('files that aapt2 compiles', needs('aapt2'), () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'helve-aapt2-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test.skipIf(!needs('shared').ok)(
    'X7 every file of the corpus is read by aapt2 with the texts that were written',
    { timeout: 120_000 },
    async () => {
      const files = readdirSync(corpus, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
      const written: Uint8Array[] = [];
      const expected = new Map<string, string>();
      for (const [at, entry] of files.entries()) {
        const document = await readDocument(androidXmlFormat, readFileSync(join(entry.parentPath, entry.name)));
        const parts = withContent(
          androidXmlFormat,
          document.parts,
          ({ source, translatable }: Block) => (translatable ? pseudoRuns(source) : undefined),
          'de',
        );
        const { bytes } = await writeDocument(androidXmlFormat, { ...document, parts });
        written.push(bytes);
        const texts = expectedTexts(blocksOf(parts), `mcc${100 + at}`);
        expect(expectedTexts((await readDocument(androidXmlFormat, bytes)).blocks, `mcc${100 + at}`)).toEqual(texts);
        for (const [name, text] of texts) expected.set(name, text);
      }
      const compiled = compile(join(folder, 'corpus'), written);
      expect(expected.size).toBeGreaterThan(6000);
      const wrong = [...expected].filter(([name, text]) => compiled.get(name) !== text);
      expect(wrong.map(([name, text]) => ({ name, text, compiled: compiled.get(name) }))).toEqual([]);
    },
  );

  test.each([
    ['plain', 'x'],
    ['quoted', '"x"'],
    ['a section', '<![CDATA[x]]>'],
    ['styled', 'x <b>y</b>'],
  ])('X7 every probe text in a value that was %s is read by aapt2 as it was written', async (name, raw) => {
    const values = probeTexts.map((_, at) => `<string name="p${at}">${raw}</string>`).join('\n');
    const document = await readDocument(androidXmlFormat, `<resources>\n${values}\n</resources>`);
    const parts = withContent(
      androidXmlFormat,
      document.parts,
      ({ name: key, source }) => [textRun(probeTexts[Number(key.slice(1))] ?? ''), ...source.slice(1)],
      'de',
    );
    const { bytes } = await writeDocument(androidXmlFormat, { ...document, parts });
    const compiled = compile(join(folder, name.replaceAll(' ', '-')), [bytes]);
    const tail = raw.includes('<b>') ? 'y' : '';
    for (const [at, text] of probeTexts.entries()) expect(compiled.get(`mcc100 string/p${at}`)).toBe(text + tail);
  });
});
