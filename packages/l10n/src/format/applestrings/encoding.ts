import type { ByteSource } from '@helve/flow/content';
import { readFirstBytes } from '../byte-source.js';
import { namedEncoding } from '../format-option.js';
import type { AppleStringsOptions } from './options.js';

/** Encoding to open a file with: that of its options, or UTF-16 by its zero bytes; undefined leaves it to its mark. */
export async function openingEncoding(
  source: ByteSource,
  { encoding }: Pick<AppleStringsOptions, 'encoding'>,
): Promise<string | undefined> {
  return namedEncoding(encoding) ?? (await unmarkedEncoding(source));
}

/** Finds UTF-16 without a byte order mark: every other byte of its first characters is zero. */
async function unmarkedEncoding(source: ByteSource): Promise<string | undefined> {
  const [first, second, third, fourth] = await readFirstBytes(source, 4);
  if (first !== 0 && second === 0 && third !== 0 && fourth === 0) return 'utf-16le';
  return first === 0 && second !== 0 && third === 0 && fourth !== 0 ? 'utf-16be' : undefined;
}
