import type { Run, Runs } from '@helve/flow';
import { contentText } from '../code/content-text.js';
import { unwritable } from '../format-error.js';
import { Spellings } from '../text/spellings.js';
import { spelledChars } from '../xml/spelling.js';
import { encodeCellText, maxCellLength } from './cell-text.js';
import { closeOf, runSubType, type ItemForm } from './string-item.js';

interface OpenFormat {
  readonly id: string;
  readonly data: string;
}

interface Stretch {
  readonly open: string;
  text: string;
}

/** Encodes a string, between the tags of `si` or `is`; what it said about pronunciation is left out. */
export function encodeItem(runs: Runs, form: ItemForm, block: string): string {
  const stretches = toStretches(runs, form, block);
  const spellings = form.raw === undefined ? undefined : new Spellings(spelledChars(form.raw));
  const length = stretches.reduce((sum, { text }) => sum + text.length, 0);
  if (length > maxCellLength) {
    throw unwritable(block, 'xlsx', `a cell holds at most ${maxCellLength} characters, and it has ${length}`);
  }
  const { prefix } = form;
  if (stretches.some(({ open }) => open !== '')) {
    const plain = `<${prefix}r><${prefix}t>`;
    const encode = ({ open, text }: Stretch) =>
      encodeText(open === '' ? plain : open, text, spellings) + closeOf(prefix);
    return stretches.map(encode).join('');
  }
  const text = stretches.map((stretch) => stretch.text).join('');
  return `${encodeText(`<${prefix}t${form.preserve ? preserve : ''}>`, text, spellings)}</${prefix}t>`;
}

const preserve = ' xml:space="preserve"';

function encodeText(open: string, text: string, spellings: Spellings | undefined): string {
  const needsSpace = /^\s|\s$/u.test(text) && !open.endsWith(`${preserve}>`);
  return (needsSpace ? `${open.slice(0, -1)}${preserve}>` : open) + encodeCellText(text, spellings);
}

/** Cuts content at the halves of pairs; a format inside of another one wins, and empty stretches go. */
function toStretches(runs: Runs, form: ItemForm, block: string): readonly Stretch[] {
  const stretches: Stretch[] = [];
  const open: OpenFormat[] = [];
  for (const run of runs) {
    if (isFormat(run)) {
      if (run.kind === 'pc-open') open.push({ id: run.id, data: knownOpen(run.data, form, block) });
      else closeFormat(open, run.id);
      continue;
    }
    if (run.kind === 'sub') throw unwritable(block, 'xlsx', 'it contains a placeholder for another block');
    addText(stretches, open.at(-1)?.data ?? '', contentText([run], form.icu));
  }
  return stretches;
}

function closeFormat(open: OpenFormat[], id: string): void {
  const at = open.findLastIndex((one) => one.id === id);
  if (at >= 0) open.splice(at, 1);
}

function isFormat(run: Run): run is Run & { readonly kind: 'pc-open' | 'pc-close' } {
  return (run.kind === 'pc-open' || run.kind === 'pc-close') && run.subType === runSubType;
}

/** Formats go into the file as they are, so that only those of the string itself are accepted. */
function knownOpen(data: string, form: ItemForm, block: string): string {
  if (form.runs.includes(data)) return data;
  throw unwritable(block, 'xlsx', 'it has a format that is not one of its cell');
}

function addText(stretches: Stretch[], open: string, text: string): void {
  const last = stretches.at(-1);
  if (text === '') return;
  if (last?.open === open) last.text += text;
  else stretches.push({ open, text });
}
