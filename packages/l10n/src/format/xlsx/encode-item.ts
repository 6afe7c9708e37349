import type { Run, Runs } from '@helve/flow';
import { contentText } from '../code/content-text.js';
import { unwritable } from '../format-error.js';
import { encodeCellText, maxCellLength } from './cell-text.js';
import { closeOf, runSubType, type ItemForm } from './string-item.js';

interface Stretch {
  readonly open: string;
  text: string;
}

/** Encodes a string, between the tags of `si` or `is`; what it said about pronunciation is left out. */
export function encodeItem(runs: Runs, form: ItemForm, block: string): string {
  const stretches = toStretches(runs, form, block);
  const length = stretches.reduce((sum, { text }) => sum + text.length, 0);
  if (length > maxCellLength) {
    throw unwritable(block, 'xlsx', `a cell holds at most ${maxCellLength} characters, and it has ${length}`);
  }
  if (stretches.every(({ open }) => open === '')) {
    const text = stretches.map((stretch) => stretch.text).join('');
    return encodeText(`<${form.prefix}t>`, `</${form.prefix}t>`, text, form.preserve);
  }
  const plain = `<${form.prefix}r><${form.prefix}t>`;
  return stretches
    .map(({ open, text }) => encodeText(open === '' ? plain : open, closeOf(open === '' ? plain : open), text, false))
    .join('');
}

function encodeText(open: string, close: string, text: string, preserve: boolean): string {
  const space = preserve || /^\s|\s$/u.test(text) ? ' xml:space="preserve"' : '';
  return `${open.slice(0, -1)}${space}>${encodeCellText(text)}${close}`;
}

/** Cuts content at the halves of pairs; a format inside of another one wins, and empty stretches go. */
function toStretches(runs: Runs, form: ItemForm, block: string): readonly Stretch[] {
  const stretches: Stretch[] = [];
  const open: { readonly id: string; readonly data: string }[] = [];
  for (const run of runs) {
    if (isFormat(run)) {
      if (run.kind === 'pc-open') open.push({ id: run.id, data: knownOpen(run.data, form, block) });
      else
        open.splice(
          Math.max(
            0,
            open.findLastIndex(({ id }) => id === run.id),
          ),
          1,
        );
      continue;
    }
    if (run.kind === 'sub') throw unwritable(block, 'xlsx', 'it contains a placeholder for another block');
    addText(stretches, open.at(-1)?.data ?? '', contentText([run], form.icu));
  }
  return stretches;
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
