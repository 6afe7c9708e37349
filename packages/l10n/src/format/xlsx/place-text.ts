import { isPlainObject, type Json } from '@helve/core';
import type { Run, Runs } from '@helve/flow';
import { unwritable } from '../format-error.js';
import { escapeValue, escapeXmlText } from '../xml/escape-xml.js';

/** Spelling of a text outside of the cells. */
export type PlaceForm =
  /** A part of a header or footer: `others` is the length of its other parts. */
  | { readonly place: 'header'; readonly others: number }
  | { readonly place: 'list' }
  /** A paragraph of a drawing: the tags around its usual text, and all of its other markup. */
  | { readonly place: 'drawing'; readonly open: string; readonly close: string; readonly markup: readonly string[] }
  /** The name of a sheet: `taken` are those of the others. */
  | { readonly place: 'sheet'; readonly referenced: boolean; readonly taken: readonly string[] };

/** A text outside of the cells, with its place in the text of its member. */
export interface PlaceText {
  readonly name: string;
  readonly type: string;
  readonly runs: Runs;
  readonly start: number;
  readonly end: number;
  readonly form: PlaceForm;
}

/** Sub-type of codes that are markup of a drawing. */
export const drawingSubType = 'xlsx:a';

/** Maximum number of characters of a header, and of a list of values. */
const maxLength = 255;

/** Reads the notation of a text outside of the cells from its skeleton entry; undefined for a string of a cell. */
export function toPlaceForm(form: Json | undefined): PlaceForm | undefined {
  // Only the reader of this folder appends entries to a skeleton of this format.
  return isPlainObject(form) && 'place' in form ? (form as unknown as PlaceForm) : undefined;
}

/** Encodes a text outside of the cells. */
export function encodePlace(runs: Runs, form: PlaceForm, block: string): string {
  switch (form.place) {
    case 'header':
      return encodeHeader(runs, form.others, block);
    case 'list':
      return encodeList(runs, block);
    case 'drawing':
      return encodeParagraph(runs, form, block);
    case 'sheet':
      return encodeSheetName(runs, form, block);
  }
}

function refuse(block: string, problem: string): Error {
  return unwritable(block, 'xlsx', problem);
}

/** The text of a run, or of a code that stands alone. */
function textOf(run: Run, block: string): string {
  if (run.kind === 'text') return run.text;
  if (run.kind === 'ph') return run.data;
  throw refuse(block, 'it has codes that are not of its place');
}

function encodeHeader(runs: Runs, others: number, block: string): string {
  let written = '';
  for (const run of runs) {
    const text = run.kind === 'text' ? run.text.replaceAll('&', '&&') : textOf(run, block);
    // Digits behind the size of a font would be part of it.
    written += /&\d+$/u.test(written) && /^\d/u.test(text) ? ` ${text}` : text;
  }
  if (written.length + others > maxLength) throw refuse(block, `a header holds at most ${maxLength} characters`);
  return escapeXmlText(written);
}

function encodeList(runs: Runs, block: string): string {
  const inner = runs
    .map((run) => {
      if (run.kind === 'text' && run.text.includes(','))
        throw refuse(block, 'a comma would begin another value of the list');
      return textOf(run, block).replaceAll('"', '""');
    })
    .join('');
  if (inner.length > maxLength) throw refuse(block, `a list of values holds at most ${maxLength} characters`);
  return escapeXmlText(`"${inner}"`);
}

function encodeParagraph(
  runs: Runs,
  { open, close, markup }: PlaceForm & { readonly place: 'drawing' },
  block: string,
): string {
  let [now, end] = [open, close];
  let written = '';
  for (const run of runs) {
    const isMarkup = 'subType' in run && run.subType === drawingSubType;
    if (isMarkup && !markup.includes(run.data)) throw refuse(block, 'it has a format that is not one of its text');
    if (isMarkup && run.kind === 'pc-open') [now, end] = [run.data, closeOf(markup, run.data)];
    else if (isMarkup && run.kind === 'pc-close') [now, end] = [open, close];
    else if (isMarkup) written += run.data;
    else if (run.kind !== 'text' || run.text !== '') written += `${now}${escapeXmlText(textOf(run, block))}${end}`;
  }
  return written;
}

/** The end tags of a format, which stand behind it in the list of all markup. */
function closeOf(markup: readonly string[], open: string): string {
  return markup[markup.indexOf(open) + 1] ?? '';
}

function encodeSheetName(
  runs: Runs,
  { referenced, taken }: PlaceForm & { readonly place: 'sheet' },
  block: string,
): string {
  const name = runs.map((run) => textOf(run, block)).join('');
  if (referenced) throw refuse(block, 'a formula, name, link or pivot table refers to the sheet');
  if (taken.includes(name.toLowerCase())) throw refuse(block, `there is another sheet "${name}"`);
  if (name === '' || name.length > 31 || /[\\/?*[\]:]|^'|'$/u.test(name))
    throw refuse(block, 'the name of a sheet has 1 to 31 characters, and none of \\ / ? * [ ] :');
  return escapeValue(name);
}
