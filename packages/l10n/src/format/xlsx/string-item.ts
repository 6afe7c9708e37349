import { isPlainObject, type Json } from '@helve/core';
import { textRun, type Run, type Runs } from '@helve/flow';
import { normaliseRuns, type SkeletonValue } from '@helve/flow/content';
import type { CodeFinder } from '../code/code-finder.js';
import { formatType } from '../package/run-format.js';
import {
  attributeValue,
  childElements,
  elementText,
  findChild,
  xmlNamespace,
  type XmlElement,
} from '../xml/xml-node.js';
import { decodeCellText } from './cell-text.js';

/** Sub-type of pairs that are formatted runs of a cell. */
export const runSubType = 'xlsx:r';

/** Notation of a string, as its writer needs it. */
export interface ItemForm {
  /** Prefix of its elements, with the colon. */
  readonly prefix: string;
  /** True when its text keeps the white space around it. */
  readonly preserve: boolean;
  /** True when its codes are those of a message. */
  readonly icu: boolean;
  /** True when it says how the text is pronounced. */
  readonly phonetic: boolean;
  /** First halves of its pairs. */
  readonly runs: readonly string[];
  /** Its XML, if it spells characters that need no reference, or leaves one out. */
  readonly raw?: string;
  /** Number that a copy of the string gets, if cells that are not read share it. */
  readonly copy?: { readonly of: number; readonly next: number };
}

/** Returns the second half of a pair. */
export function closeOf(prefix: string): string {
  return `</${prefix}t></${prefix}r>`;
}

/** The content of a string and its notation. */
export interface StringItem {
  readonly runs: Runs;
  readonly form: ItemForm;
}

interface Stretch {
  /** First half of a pair; empty for text without a format of its own. */
  readonly open: string;
  readonly type: string;
  text: string;
}

/** Reads a string: a shared one (`si`) or that of a cell (`is`), whose positions are those in a text. */
export function readItem(element: XmlElement, raw: string, find: CodeFinder): StringItem {
  const prefix = element.name.slice(0, element.name.length - element.local.length);
  const stretches = mergeEqual(childElements(element).flatMap((child) => stretchOf(child, raw, prefix)));
  const isPlain = stretches.length === 1 && stretches[0]?.open === '';
  const { runs, icu } = isPlain
    ? find(stretches[0]?.text ?? '')
    : { runs: richRuns(stretches, prefix, find), icu: false };
  const form = {
    prefix,
    preserve: childElements(element).some((child) => keepsSpace(child)),
    icu,
    phonetic: childElements(element).some(({ local }) => local === 'rPh' || local === 'phoneticPr'),
    runs: stretches.map(({ open }) => open).filter((open) => open !== ''),
  };
  const content = raw.slice(element.openEnd, element.closeStart);
  return { runs, form: isSpelled(content) ? { ...form, raw: content } : form };
}

/** The text of a string, without its formats. */
export function itemText(element: XmlElement): string {
  return childElements(element)
    .flatMap((child) => stretchOf(child, '', ''))
    .map(({ text }) => text)
    .join('');
}

/** True for text with a reference, or with a character that has none and may have one. */
function isSpelled(content: string): boolean {
  return content.includes('&') || />[^<]*>/u.test(content) || content.includes('\r');
}

function keepsSpace(child: XmlElement): boolean {
  return child.local === 't' && attributeValue(child, 'space', xmlNamespace) === 'preserve';
}

function stretchOf(child: XmlElement, raw: string, prefix: string): Stretch[] {
  if (child.local === 't') return [{ open: '', type: '', text: textOf(child) }];
  const text = child.local === 'r' ? findChild(child, 't') : undefined;
  if (text === undefined) return [];
  const format = findChild(child, 'rPr');
  if (format === undefined) return [{ open: '', type: '', text: textOf(text) }];
  const open = `<${prefix}r>${raw.slice(format.start, format.end)}<${prefix}t>`;
  return [{ open, type: formatType(format), text: textOf(text) }];
}

function textOf(element: XmlElement): string {
  return decodeCellText(elementText(element));
}

/** Joins neighbours of one format, which Excel leaves behind when people edit a cell. */
function mergeEqual(stretches: readonly Stretch[]): readonly Stretch[] {
  const merged: Stretch[] = [];
  for (const stretch of stretches) {
    const last = merged.at(-1);
    if (stretch.text === '') continue;
    if (last?.open === stretch.open) last.text += stretch.text;
    else merged.push({ ...stretch });
  }
  return merged;
}

function richRuns(stretches: readonly Stretch[], prefix: string, find: CodeFinder): Runs {
  const runs: Run[] = [];
  let next = 1;
  const number = (run: Run): Run => (run.kind === 'ph' ? { ...run, id: String(next++) } : run);
  for (const { open, type, text } of stretches) {
    const content = flatRuns(text, find);
    if (open === '') runs.push(...content.map(number));
    else {
      const id = String(next++);
      const code = { id, type, subType: runSubType };
      runs.push({ kind: 'pc-open', ...code, data: open }, ...content.map(number));
      runs.push({ kind: 'pc-close', ...code, data: closeOf(prefix) });
    }
  }
  return normaliseRuns(runs);
}

/** Returns text and single codes; text with forms or tags of its own stays text, since formats stand beside it. */
function flatRuns(text: string, find: CodeFinder): Runs {
  const { runs } = find(text);
  return runs.every(({ kind }) => kind === 'text' || kind === 'ph') ? runs : [textRun(text)];
}

/** Encodes the notation of a string for the skeleton. */
export function toItemForm({ copy, raw, ...form }: ItemForm): Json {
  return { ...form, ...(copy === undefined ? {} : { copy }), ...(raw === undefined ? {} : { raw }) };
}

/** Decodes the notation of a string from its skeleton entry. */
export function fromItemForm({ form }: SkeletonValue): ItemForm {
  if (!isPlainObject(form)) throw new TypeError('Cannot write: the skeleton entry is not that of a string');
  // Only the reader of this folder appends entries to a skeleton of this format.
  return form as unknown as ItemForm;
}
