import type { Run, Runs } from '@helve/flow';
import { unwritable } from '../format-error.js';
import { isXmlText } from '../xml/escape-xml.js';
import { Spellings } from '../text/spellings.js';
import { spelledChars } from '../xml/spelling.js';
import type { ParagraphForm } from './paragraph-form.js';
import { codeKinds } from './paragraph-content.js';
import { inDirection, inLanguage, withoutLanguage, type TextLanguage } from './text-language.js';

/** Writes the content of a paragraph: its properties, and runs in the formats that it had. */
export function encodeParagraph(runs: Runs, form: ParagraphForm, block: string, language: TextLanguage): string {
  if (form.joined) throw unwritable(block, 'docx', 'a tracked change joins its paragraphs; accept or reject it first');
  const writer = new ParagraphWriter(form, block, language);
  for (const run of runs) writer.take(run);
  return inDirection(form.properties, form.prefix, language) + form.lead + writer.end() + form.tail;
}

const references: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

class ParagraphWriter {
  readonly #form: ParagraphForm;
  readonly #block: string;
  readonly #language: TextLanguage;
  readonly #codes: ReadonlySet<string>;
  /** Starts of runs of the paragraph, by those without a language. */
  readonly #starts: ReadonlyMap<string, string>;
  /** Spellings of characters in the old text, if it has references. */
  readonly #spellings: Spellings | undefined;
  readonly #bases: { readonly id: string; readonly start: string }[] = [];
  readonly #formats: { readonly id: string; readonly start: string }[] = [];
  #xml = '';
  /** Start of the open run, and text that waits for its element. */
  #run: string | undefined;
  #text = '';

  constructor(form: ParagraphForm, block: string, language: TextLanguage) {
    this.#form = form;
    this.#block = block;
    this.#language = language;
    this.#codes = new Set(form.codes);
    this.#starts = new Map([...form.codes, form.base].map((start) => [withoutLanguage(start), start]));
    this.#spellings = form.raw.includes('&') ? new Spellings(spelledChars(form.raw)) : undefined;
  }

  take(run: Run): void {
    if (run.kind === 'text') this.#addText(run.text);
    else if (run.kind === 'plural' || run.kind === 'select') this.#refuse('a Word document has no plural forms');
    else if (run.kind === 'sub') this.#refuse('it contains a placeholder for another block');
    else if (run.subType?.startsWith('docx:') !== true) this.#addText(run.data);
    else this.#addCode(run);
  }

  end(): string {
    this.#closeRun();
    return this.#xml;
  }

  #addCode(run: Run & { readonly kind: 'ph' | 'pc-open' | 'pc-close' }): void {
    if (run.subType === codeKinds.format) {
      if (run.kind === 'pc-open') this.#formats.push({ id: run.id, start: this.#startOf(run.data) });
      else remove(this.#formats, run.id);
      return;
    }
    if (!this.#codes.has(run.data)) this.#refuseCode();
    if (run.subType === codeKinds.inside) this.#inRun(run.data);
    else this.#between(run);
  }

  /** Start of a run of the paragraph: the same, or one that only has another language. */
  #startOf(data: string): string {
    if (this.#codes.has(data)) return data;
    return this.#starts.get(withoutLanguage(data)) ?? this.#refuseCode();
  }

  #between(run: Run & { readonly kind: 'ph' | 'pc-open' | 'pc-close' }): void {
    this.#closeRun();
    this.#xml += run.data;
    if (run.kind === 'pc-open') {
      const start = Object.hasOwn(this.#form.bases, run.data) ? this.#form.bases[run.data] : undefined;
      this.#bases.push({ id: run.id, start: start ?? this.#start });
    } else if (run.kind === 'pc-close') remove(this.#bases, run.id);
  }

  /** Start of runs at this place. */
  get #start(): string {
    return this.#formats.at(-1)?.start ?? this.#bases.at(-1)?.start ?? this.#form.base;
  }

  #addText(text: string): void {
    const { prefix } = this.#form;
    const parts = text.split(/(\r\n|[\r\n\t])/u);
    for (const part of parts) {
      if (part === '') continue;
      if (part === '\t') this.#inRun(`<${prefix}tab/>`);
      else if (/^[\r\n]/u.test(part)) this.#inRun(`<${prefix}br/>`);
      else {
        this.#openRun();
        this.#text += part;
      }
    }
  }

  #inRun(xml: string): void {
    this.#openRun();
    this.#flushText();
    this.#xml += xml;
  }

  #openRun(): void {
    const start = this.#start;
    if (this.#run === start) return;
    this.#closeRun();
    this.#xml += inLanguage(start, this.#form.prefix, this.#language);
    this.#run = start;
  }

  #closeRun(): void {
    if (this.#run === undefined) return;
    this.#flushText();
    this.#xml += `</${this.#form.prefix}r>`;
    this.#run = undefined;
  }

  #flushText(): void {
    if (this.#text === '') return;
    if (!isXmlText(this.#text)) this.#refuse('a character is not allowed in XML 1.0');
    const { prefix } = this.#form;
    const space = /^\s|\s$| {2}/u.test(this.#text) ? ' xml:space="preserve"' : '';
    this.#xml += `<${prefix}t${space}>${this.#escaped(this.#text)}</${prefix}t>`;
    this.#text = '';
  }

  #escaped(text: string): string {
    const spellings = this.#spellings;
    if (spellings === undefined) return text.replaceAll(/[&<>]/gu, (char) => references[char] ?? char);
    return Array.from(text, (char) => {
      const spelled = spellings.take(char);
      return spelled === undefined || spelled === '&' || spelled === '<' ? (references[char] ?? char) : spelled;
    }).join('');
  }

  /** Codes go into the file as they are, so that only those of the paragraph itself are accepted. */
  #refuseCode(): never {
    this.#refuse('it has a code that is not one of its paragraph');
  }

  #refuse(reason: string): never {
    throw unwritable(this.#block, 'docx', reason);
  }
}

function remove(list: { readonly id: string }[], id: string): void {
  const at = list.findLastIndex((one) => one.id === id);
  if (at >= 0) list.splice(at, 1);
}
