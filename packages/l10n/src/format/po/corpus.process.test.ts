import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { textRun, type Block, type Runs } from '@helve/flow';
import type { ByteSource } from '@helve/flow/content';
import { describe, expect, test } from 'vitest';
import { needs } from '../../../../../test/needs.js';
import { readDocument, writeDocument } from '../../testing/document-kit.js';
import { skeletonEntries } from '../skeleton.js';
import { fileSource } from '../byte-source.js';
import { checkRoundTrip } from '../check-round-trip.js';
import { poFormat } from './format.js';

const folder = resolve(import.meta.dirname, '../../../../../../shared/data/l10n/po');
const minute = 60_000;

function catalogs(): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && /\.pot?$/u.test(file.name))
    .map((file) => join(file.parentPath, file.name))
    .sort();
}

describe('real catalogs', needs('shared'), () => {
  test('TV41 po gives every one back byte for byte', { timeout: minute }, async () => {
    const files = catalogs();
    expect(files.length).toBeGreaterThan(100);
    for (const file of files) {
      expect(await checkRoundTrip(fileSource(file), poFormat, { document: file }), file).toMatchObject({
        identical: true,
      });
    }
  });

  test('TV41 po changes the bytes of one message only', { timeout: minute }, async () => {
    for (const file of catalogs()) {
      const original = readFileSync(file);
      const document = await readDocument(poFormat, original, { document: file }, 2);
      const messages = document.blocks.filter(({ targets }) => Object.keys(targets).length > 0);
      const block = messages[Math.floor(messages.length / 2)];
      if (!block) continue;
      changeTarget(block);
      const place = skeletonEntries(document.skeleton).find(
        (entry) => entry.kind === 'ref' && entry.blockId === block.id,
      );
      const { bytes, report } = await writeDocument(poFormat, document, { document: file });
      expect(report.changed, file).toBe(1);
      const [start, end] = [place?.offset ?? 0, (place?.offset ?? 0) + (place?.length ?? 0)];
      expect(Buffer.from(bytes.subarray(0, start)).equals(original.subarray(0, start)), file).toBe(true);
      expect(
        Buffer.from(bytes.subarray(bytes.length - original.length + end)).equals(original.subarray(end)),
        file,
      ).toBe(true);
      expect(Buffer.from(bytes).includes(String.raw`\"changed\"`), file).toBe(true);
    }
  });
});

describe('msgfmt', needs('msgfmt'), () => {
  test(
    'T106 po writes what msgfmt reads, in every real catalog with every message changed',
    { ...needs('shared'), timeout: 2 * minute },
    async () => {
      for (const file of catalogs().filter((_, at) => at % 6 === 0)) {
        const document = await readDocument(poFormat, readFileSync(file), { document: file });
        for (const block of document.blocks) changeTarget(block);
        const { bytes } = await writeDocument(poFormat, document, { document: file });
        expect(
          () => execFileSync('msgfmt', ['-o', '/dev/null', '-'], { input: bytes, stdio: 'pipe' }),
          file,
        ).not.toThrow();
      }
    },
  );
});

/** Adds a word to every form, without changing the first or last character. */
function changeTarget(block: Block): void {
  const changed = (runs: Runs): Runs => {
    const at = runs.findIndex((run) => run.kind === 'text' && run.text !== '');
    return runs.map((run, index) => {
      if (index !== at || run.kind !== 'text') return run;
      return textRun(run.text.replace(/^\n*./su, (start) => `${start}"changed"`));
    });
  };
  for (const [locale, target] of Object.entries(block.targets)) {
    const [first] = target.runs;
    const runs: Runs =
      first?.kind === 'plural'
        ? [
            {
              ...first,
              forms: Object.fromEntries(Object.entries(first.forms).map(([key, form = []]) => [key, changed(form)])),
            },
          ]
        : changed(target.runs);
    block.targets[locale] = { ...target, runs };
  }
}

describe('memory', () => {
  test('T106 po streams a file of 24 MB both ways in little memory', { timeout: minute }, async () => {
    const source = endlessCatalog(24 * 1024 * 1024);
    const before = process.memoryUsage();
    const used = (): number => {
      const { heapUsed, external } = process.memoryUsage();
      return heapUsed + external - before.heapUsed - before.external;
    };
    let peak = 0;
    let written = 0;
    const skeleton = poFormat.createSkeleton(source);
    const ctx = {
      document: 'big.po',
      sourceLocale: 'en',
      targetLocale: 'de',
      signal: new AbortController().signal,
      lose: () => undefined,
    };
    const sink = {
      write(bytes: Uint8Array) {
        written += bytes.length;
        peak = Math.max(peak, used());
      },
    };
    await poFormat.write(poFormat.read(source, {}, { ...ctx, skeleton }), sink, skeleton, {}, ctx);
    expect(written).toBeGreaterThanOrEqual(24 * 1024 * 1024);
    expect(peak).toBeLessThan(160 * 1024 * 1024);
  });

  test('T105 po refuses a message without end before it fills the memory', { timeout: minute }, async () => {
    const line = Buffer.from(`# ${'x'.repeat(1022)}\n`.repeat(128));
    const source: ByteSource = {
      async *stream(start = 0, end = 512 * 1024 * 1024) {
        for (let at = start; at < end; at += line.length) yield line.subarray(0, Math.min(line.length, end - at));
      },
      bytes: () => Promise.reject(new Error('too large')),
    };
    await expect(readDocument(poFormat, source)).rejects.toMatchObject({ code: 'L10N_LIMIT' });
  });
});

/** Creates a source whose bytes are generated while they are read. */
function endlessCatalog(size: number): ByteSource {
  const more = 'and words '.repeat(20);
  const head = 'msgid ""\nmsgstr ""\n"Language: de\\n"\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n';
  return {
    async *stream(start = 0, end = Number.POSITIVE_INFINITY) {
      let at = 0;
      for (let number = 0; at < size && at < end; number += 1) {
        const messages = Array.from({ length: 100 }, (_, index) => {
          const id = number * 100 + index;
          return `#: src/file.c:${id}\nmsgid "message ${id} with %s ${more}"\nmsgstr "Nachricht ${id} mit größerem %s ${more}"\n\n`;
        });
        const bytes = Buffer.from((number === 0 ? head : '') + messages.join(''));
        if (at + bytes.length > start) yield bytes.subarray(Math.max(0, start - at), Math.min(bytes.length, end - at));
        at += bytes.length;
      }
    },
    bytes: () => Promise.reject(new Error('too large')),
  };
}
