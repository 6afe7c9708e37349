import { textRun, type PluralRun, type Run, type Runs, type SelectRun } from '@helve/flow';
import { formsOf, hasForms } from '@helve/flow/content';
import type { CodeFinder } from '../../code/code-finder.js';
import type { InlineCodeDraft, InlineDraft } from '../inline-draft.js';

/** Characters of private use, each of which stands for a code while a message is parsed or spelled. */
const firstMark = 0xe000;
const maxMarks = 0x1900;
const marks = /[\uE000-\uF8FF]/u;
const eachMark = /([\uE000-\uF8FF])/u;
const messageForms = /,\s*(?:plural|select|selectordinal)\s*,/u;

function markOf(index: number): string {
  return String.fromCharCode(firstMark + index);
}

/** Texts and codes of one message. */
type MessageDraft = InlineCodeDraft | (InlineDraft & { readonly kind: 'text' });

/** Reads texts with codes between them as one ICU message; undefined where they are none. */
export function readInlineMessage(
  drafts: readonly InlineDraft[],
  find: CodeFinder,
  codeOf: (draft: InlineCodeDraft) => Run,
): Runs | undefined {
  if (!drafts.every(isMessageDraft) || !drafts.some((draft) => draft.kind === 'text' && messageForms.test(draft.text)))
    return undefined;
  const codes = drafts.filter((draft) => draft.kind !== 'text');
  const isMarked = drafts.some((draft) => draft.kind === 'text' && marks.test(draft.text));
  if (codes.length === 0 || codes.length > maxMarks || isMarked) return undefined;
  let at = 0;
  const found = find(drafts.map((draft) => (draft.kind === 'text' ? draft.text : markOf(at++))).join(''));
  if (!found.icu) return undefined;
  const runs = codes.map(codeOf);
  return mapTexts(found.runs, (text) => unmarked(text, runs));
}

function isMessageDraft(draft: InlineDraft): draft is MessageDraft {
  return draft.kind !== 'mark';
}

function unmarked(text: string, codes: readonly Run[]): Runs {
  return text.split(eachMark).flatMap((piece) => {
    if (piece === '') return [];
    return [(marks.test(piece) ? codes[piece.charCodeAt(0) - firstMark] : undefined) ?? textRun(piece)];
  });
}

function mapTexts(runs: Runs, change: (text: string) => Runs): Runs {
  return runs.flatMap((run) => {
    if (run.kind === 'text') return change(run.text);
    return hasForms(run) ? [mapForms(run, (form) => mapTexts(form, change))] : [run];
  });
}

/** Returns a plural or select with other content in each form. */
function mapForms(run: PluralRun | SelectRun, change: (runs: Runs) => Runs): PluralRun | SelectRun {
  const forms = Object.fromEntries(formsOf(run).map(([key, runs]) => [key, change(runs)]));
  return run.kind === 'plural' ? { ...run, forms } : { ...run, cases: forms };
}

/** A message without its codes, and the codes that its marks stand for. */
export interface HiddenCodes {
  readonly run: PluralRun | SelectRun;
  /** Puts the data of the codes in the place of their marks. */
  reveal(text: string): string;
}

/** Replaces codes in the forms of a message with marks; undefined where its texts have such characters themselves. */
export function hideCodes(run: PluralRun | SelectRun, isHidden: (run: Run) => boolean): HiddenCodes | undefined {
  const hidden: string[] = [];
  let isMarked = false;
  const hide = (runs: Runs): Runs =>
    runs.map((one) => {
      if (hasForms(one)) return mapForms(one, hide);
      if (one.kind === 'text') isMarked ||= marks.test(one.text);
      if (!('data' in one) || !isHidden(one)) return one;
      hidden.push(one.data);
      return textRun(markOf(hidden.length - 1));
    });
  const made = mapForms(run, hide);
  if (hidden.length > 0 && (isMarked || hidden.length > maxMarks)) return undefined;
  return {
    run: made,
    reveal: (text) =>
      text
        .split(eachMark)
        .map((piece) => revealed(piece, hidden))
        .join(''),
  };
}

function revealed(piece: string, hidden: readonly string[]): string {
  return (marks.test(piece) && piece.length === 1 ? hidden[piece.charCodeAt(0) - firstMark] : undefined) ?? piece;
}
