import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createBlock, textRun, type Block, type Part, type Runs } from '@helve/flow';
import { dataText } from '@helve/flow/content';
import { afterAll, describe, expect, test } from 'vitest';
import { needs } from '../../../../../test/needs.js';
import { readDocument, withContent, writeDocument, type ReadDocument } from '../../testing/document-kit.js';
import { probeTexts } from '../../testing/probe-text.js';
import { appleStringsFormat } from './format.js';

const shared = resolve(import.meta.dirname, '../../../../../../shared/data/l10n');
const folder = mkdtempSync(join(tmpdir(), 'helve-strings-'));

afterAll(() => rmSync(folder, { recursive: true }));

/** A file that was written, by the texts that it has to have. */
interface Written {
  readonly path: string;
  readonly blocks: readonly Block[];
}

async function rewritten(document: ReadDocument, name: string, change: (block: Block) => Runs): Promise<Written> {
  const parts = withContent(appleStringsFormat, document.parts, change, 'de');
  return written(name, (await writeDocument(appleStringsFormat, { ...document, parts })).bytes);
}

async function written(name: string, bytes: Uint8Array): Promise<Written> {
  const path = join(folder, `${name}.strings`);
  writeFileSync(path, bytes);
  return { path, blocks: (await readDocument(appleStringsFormat, bytes)).blocks };
}

/** Every file of the corpus with other texts. */
async function corpus(): Promise<readonly Written[]> {
  const files = ['applestrings', 'strings', 'xcloc'].flatMap((name) =>
    readdirSync(join(shared, name), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.strings'))
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  const all: Written[] = [];
  for (const [at, file] of files.entries()) {
    const document = await readDocument(appleStringsFormat, readFileSync(file));
    all.push(await rewritten(document, String(at), ({ source }) => [textRun('⟦"é'), ...source, textRun('\\⟧')]));
  }
  return all;
}

/** A new file with every probe text as a key and as a value. */
async function probes(): Promise<Written> {
  const blocks = probeTexts.map((text, at) =>
    createBlock({ id: String(at), name: `${at} ${text}`, sourceLocale: 'en', source: text }),
  );
  const { parts } = await readDocument(appleStringsFormat, '');
  const [start, end] = parts;
  if (start === undefined || end === undefined) throw new TypeError('An empty file has no layer');
  const made: readonly Part[] = [start, ...blocks.map((block): Part => ({ kind: 'block', block })), end];
  const { bytes } = await writeDocument(appleStringsFormat, { parts: made, skeleton: undefined });
  return written('probes', bytes);
}

describe('sfparse', needs('sfparse'), () => {
  test('X7 reads as many entries as were written', { timeout: 60_000 }, async () => {
    const files = [await probes(), ...(needs('shared').ok ? await corpus() : [])];
    const { stderr } = spawnSync(
      'sfparse',
      files.map(({ path }) => path),
      { encoding: 'utf8' },
    );
    const counts = new Map(
      Array.from(stderr.matchAll(/Parsing '(.*)' - seems ok \((\d+) entr/gu), ([, path, count]) => [
        path,
        Number(count),
      ]),
    );
    for (const { path, blocks } of files) {
      expect(counts.get(path), path).toBe(new Set(blocks.map(({ name }) => name)).size);
    }
  });
});

const script = `
import json, sys
from translate.storage import properties
result = {}
for path in json.load(sys.stdin):
    data = open(path, 'rb').read()
    store = properties.stringsfile() if data[:2] in (b'\\xff\\xfe', b'\\xfe\\xff') else properties.stringsutf8file()
    store.parse(data)
    result[path] = [[unit.name, unit.source] for unit in store.units if unit.name]
json.dump(result, sys.stdout)
`;

describe('translate-toolkit', needs('translate-toolkit'), () => {
  test('X7 reads the keys and the texts that were written', { ...needs('shared'), timeout: 60_000 }, async () => {
    const files = await corpus();
    const { stdout, stderr } = spawnSync('/usr/bin/python3', ['-c', script], {
      input: JSON.stringify(files.map(({ path }) => path)),
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
    });
    expect(stdout, stderr).not.toBe('');
    const read = JSON.parse(stdout) as Record<string, readonly (readonly [string, string])[]>;
    for (const { path, blocks } of files) {
      // It joins lines that end inside quotes, with or without their white space.
      const joined = (text: string): string => text.replaceAll(/\s+/gu, '');
      expect(
        read[path]?.map(([name, text]) => [name, joined(text)]),
        path,
      ).toEqual(blocks.map(({ name, source }) => [name, joined(dataText(source))]));
    }
  });
});
