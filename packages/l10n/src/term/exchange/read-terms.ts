import type { ByteSource } from '@helve/flow/content';
import { readFirstBytes } from '../../format/byte-source.js';
import { declaredEncoding } from '../../format/xml/declared-encoding.js';
import { openText } from '../../format/text/open-text.js';
import { readCsv } from './read-csv.js';
import { readJson } from './read-json.js';
import { readTbx } from './read-tbx.js';
import type { ReadTermsOptions, TermItem } from './term-item.js';

/** File formats of terms. */
export const termFormats = Object.freeze(['csv', 'tbx', 'json'] as const);
export type TermFormat = (typeof termFormats)[number];

const readers = { csv: readCsv, tbx: readTbx, json: readJson } as const satisfies Record<TermFormat, unknown>;
const maxBytes = 4 * 1024 ** 3;

/** Reads terms of a file as a stream, with what was skipped and why. */
export async function* readTerms(
  source: ByteSource,
  options: ReadTermsOptions & { readonly format?: TermFormat | undefined },
): AsyncGenerator<TermItem> {
  const format = options.format ?? (await detectFormat(source));
  const declared = format === 'tbx' ? declaredEncoding : undefined;
  const text = await openText(source, { file: options.file, maxBytes, declared });
  yield* readers[format](readTexts(text.chunks()), options);
}

async function* readTexts(chunks: AsyncIterable<{ readonly text: string }>): AsyncGenerator<string> {
  for await (const { text } of chunks) yield text;
}

/** Detects the format from the first character of a file. */
async function detectFormat(source: ByteSource): Promise<TermFormat> {
  const head = new TextDecoder('utf-8').decode(await readFirstBytes(source, 256)).replaceAll('\0', '');
  const [, sign] = /^[\ufeff\ufffd\s]*(\S)/u.exec(head) ?? [];
  if (sign === '<') return 'tbx';
  return sign === '{' || sign === '[' ? 'json' : 'csv';
}
