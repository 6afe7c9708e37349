import type { ByteSource } from '@helve/flow/content';
import { namedEncoding } from '../format-option.js';
import { loadText, openText, type LoadedText, type TextRequest, type TextSource } from '../text/open-text.js';
import { declaredEncoding } from './declared-encoding.js';

/** Options of an XML format that decide how its bytes are read as text. */
interface XmlTextOptions {
  readonly maxBytes: number;
  readonly encoding: string;
}

/** Opens an XML file as text in pieces: encoded as its mark, its declaration or the option says. */
export function openXml(source: ByteSource, file: string, options: XmlTextOptions): Promise<TextSource> {
  return openText(source, textRequest(file, options));
}

/** Loads a whole XML file as text. */
export function loadXml(source: ByteSource, file: string, options: XmlTextOptions): Promise<LoadedText> {
  return loadText(source, textRequest(file, options));
}

function textRequest(file: string, { maxBytes, encoding }: XmlTextOptions): TextRequest {
  return { file, maxBytes, encoding: namedEncoding(encoding), detect: wideEncoding, declared: declaredEncoding };
}

/** Detects UTF-16 without a byte order mark, since no other XML file can start so. */
function wideEncoding([first, second]: Uint8Array): string | undefined {
  if (first === 0x3c && second === 0) return 'utf-16le';
  return first === 0 && second === 0x3c ? 'utf-16be' : undefined;
}
