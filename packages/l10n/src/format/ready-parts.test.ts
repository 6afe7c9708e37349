import type { Part } from '@helve/flow';
import { eachPart, type Format } from '@helve/flow/content';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { choppedSource } from '../testing/document-kit.js';
import { jsonFormat } from './json/format.js';
import { poFormat } from './po/format.js';
import { xliffFormat } from './xliff/format.js';

const ctx = { document: 'd', sourceLocale: 'en', signal: new AbortController().signal, lose: () => undefined };

const messages = Array.from({ length: 12 }, (_, at) => `#: ä.c:${at}\nmsgid "one ${at} %s"\nmsgstr "ein %s"\n`);
const forms = ['one', 'other'].map(
  (form) => `<trans-unit id="d|==|plural.${form}"><source>%d ${form} ä</source></trans-unit><!-- é -->`,
);
const units = messages.map(
  (_, at) => `<trans-unit id="${at}"><source>ж ${at} <x id="1"/></source><target>ä</target></trans-unit>\n`,
);
const files = {
  po: [poFormat, messages.join('\n')],
  json: [jsonFormat, JSON.stringify({ list: messages, more: { list: 'ж' } })],
  xliff: [
    xliffFormat,
    `<xliff version="1.2"><file target-language="de"><header><tool tool-id="com.apple.dt.xcode"/></header><body>${[
      ...units,
      ...forms,
    ].join('')}<group id="g">${units.join('')}</group></body></file></xliff>`,
  ],
} as const;

async function waitedFor(format: Format, bytes: Uint8Array, length: number): Promise<readonly Part[]> {
  const parts: Part[] = [];
  for await (const part of format.read(choppedSource(bytes, length), {}, ctx)) parts.push(part);
  return parts;
}

describe.each(Object.entries(files))('the reader of %s', (_, [format, text]) => {
  test('T98 gives the same parts to those who wait for each and to those who ask what is ready', async () => {
    const bytes = Buffer.from(text);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: bytes.length }), async (length) => {
        const parts: Part[] = [];
        await eachPart(format.read(choppedSource(bytes, length), {}, ctx), { take: (part) => void parts.push(part) });
        expect(parts).toEqual(await waitedFor(format, bytes, length));
      }),
      { numRuns: 30 },
    );
  });

  test('T98 tells where a file is broken when it is asked for what is ready', async () => {
    const broken = Buffer.from(`${text.slice(0, -4)}?`);
    const read = eachPart(format.read(choppedSource(broken, broken.length), {}, ctx), { take: () => undefined });
    await expect(read).rejects.toMatchObject({ code: 'L10N_PARSE', details: { line: expect.any(Number) } });
  });
});
