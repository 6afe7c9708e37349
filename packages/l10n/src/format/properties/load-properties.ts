import { isUtf8 } from 'node:buffer';
import type { ByteSource } from '@helve/flow/content';
import { loadText, type LoadedText } from '../text/open-text.js';
import type { PropertiesOptions } from './options.js';

/** Reads a properties file as text, by the rule for its encoding. */
export async function loadProperties(
  source: ByteSource,
  options: PropertiesOptions,
  file: string,
): Promise<LoadedText> {
  const { encoding, maxBytes } = options;
  const request = { file, maxBytes };
  if (encoding !== 'auto') return loadText(source, { ...request, encoding });
  // A large file is refused before all of it is read.
  const named = (source.size ?? 0) > maxBytes || isUtf8(await source.bytes()) ? 'utf-8' : 'latin1';
  return loadText(source, { ...request, encoding: named });
}

/** True for a plain ASCII file, which stays one: any reader of properties understands its escapes. */
export function isAsciiFile({ form, plain }: LoadedText, { encoding }: PropertiesOptions): boolean {
  return encoding !== 'utf-8' && !form.bom && plain && form.encoding === 'utf-8';
}
