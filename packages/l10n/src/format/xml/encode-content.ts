import type { Run, Runs } from '@helve/flow';
import { isXmlText } from './escape-xml.js';
import { isMarkup } from './inline-pieces.js';
import { Spellings } from '../text/spellings.js';
import { spelledChars } from './spelling.js';

/** Content that XML cannot hold. */
export class UnwritableContent extends Error {}

const section = { start: '<![CDATA[', end: ']]>' };
const references: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' };

/**
 * Writes content as that of an element: codes of the file as they are, all else as text, in the notation of the old
 * content. Line breaks that it did not have are those of the file.
 */
export function encodeContent(runs: Runs, raw: string, lineEnd: string): string {
  const inSection = raw.startsWith(section.start) && raw.indexOf(section.end) === raw.length - section.end.length;
  const encoder = new ContentEncoder(new Spellings(spelledChars(raw)), inSection, lineEnd);
  const written = runs.map((run) => encoder.run(run)).join('');
  return inSection ? section.start + written + section.end : written;
}

class ContentEncoder {
  readonly #spellings: Spellings;
  readonly #inSection: boolean;
  readonly #lineEnd: string;

  constructor(spellings: Spellings, inSection: boolean, lineEnd: string) {
    this.#spellings = spellings;
    this.#inSection = inSection;
    this.#lineEnd = lineEnd;
  }

  run(run: Run): string {
    if (run.kind === 'text') return this.#text(run.text);
    if (run.kind === 'sub') throw new UnwritableContent('it contains a placeholder for another block');
    if (run.kind === 'plural' || run.kind === 'select') throw new TypeError('Cannot write forms as one value');
    if (!isMarkup(run)) return this.#text(run.data);
    return this.#inSection ? `${section.end}${run.data}${section.start}` : run.data;
  }

  #text(text: string): string {
    let written = '';
    for (const char of text) {
      if (!isXmlText(char)) throw new UnwritableContent('a character is not allowed in XML 1.0');
      written += char === '>' && written.endsWith(']]') ? this.#sectionEnd() : this.#char(char);
    }
    return written;
  }

  #char(char: string): string {
    const spelled = this.#spellings.take(char);
    if (char === '\n') return spelled ?? this.#lineEnd;
    if (this.#inSection) return char === '\r' ? `${section.end}&#13;${section.start}` : char;
    const isLiteral = spelled === char && char !== '>';
    return spelled === undefined || isLiteral ? (references[char] ?? char) : spelled;
  }

  #sectionEnd(): string {
    return this.#inSection ? `${section.end}${section.start}>` : '&gt;';
  }
}
