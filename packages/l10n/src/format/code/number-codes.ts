import { textRun, type CodeRun, type Run, type Runs } from '@helve/flow';
import { normaliseRuns, OBJECT_CHAR } from '@helve/flow/content';
import type { CodeFinder } from './code-finder.js';

/** A code without its number: one that a reader knows, or one that was found in a text. */
type Draft<R extends Run = Run> = R extends { readonly id: string } ? Omit<R, 'id'> & { readonly id?: string } : R;
type DraftCode = Draft<CodeRun>;

/**
 * Finds the codes in the texts around codes that are known already, and numbers all of them in reading order. Tags in
 * texts are paired across the known codes, unless the pairs would overlap:
 *
 *     <b>{known}</b>             →   1 2 1
 *     <b>{open}</b>{close}       →   (1 alone) 2 (3 alone) 2
 */
export function numberCodes(pieces: readonly Draft[], find: CodeFinder): Runs {
  const [only] = pieces;
  if (pieces.length === 0) return Object.freeze([textRun('')]);
  if (pieces.length === 1 && only?.kind === 'text') return find(only.text).runs;
  const drafts = findAcross(pieces, find) ?? pieces.flatMap((piece) => findIn(piece, find));
  return numbered(drafts, overlappingTags(drafts));
}

/** Finds codes in the whole content, with a mark in the place of each known code; undefined if a code is inside another. */
function findAcross(pieces: readonly Draft[], find: CodeFinder): Draft[] | undefined {
  if (pieces.some((piece) => piece.kind === 'text' && piece.text.includes(OBJECT_CHAR))) return undefined;
  const known = pieces.filter((piece) => piece.kind !== 'text')[Symbol.iterator]();
  const text = pieces.map((piece) => (piece.kind === 'text' ? piece.text : OBJECT_CHAR)).join('');
  const { runs, icu } = find(text);
  const split = runs.flatMap((run): Draft[] => (run.kind === 'text' ? splitAtMarks(run.text, known) : [run]));
  const isLeft = known.next().done !== true;
  return icu || isLeft || split.some((draft) => 'data' in draft && draft.data.includes(OBJECT_CHAR))
    ? undefined
    : split;
}

/** Puts known codes in the place of their marks. */
function splitAtMarks(text: string, known: Iterator<Draft, undefined>): Draft[] {
  return text.split(OBJECT_CHAR).flatMap((part, at): Draft[] => {
    const code = at === 0 ? undefined : known.next().value;
    return [...(code ? [code] : []), ...(part === '' ? [] : [textRun(part)])];
  });
}

function findIn(piece: Draft, find: CodeFinder): readonly Draft[] {
  if (piece.kind !== 'text') return [piece];
  const { runs, icu } = find(piece.text);
  return icu ? [piece] : runs;
}

/** Lists the tags found in texts whose pair would overlap a pair of known codes, which have no id. */
function overlappingTags(drafts: readonly Draft[]): ReadonlySet<Draft> {
  const alone = new Set<Draft>();
  const open: DraftCode[] = [];
  for (const draft of drafts) {
    if (draft.kind === 'pc-open' && draft.isolated !== true) open.push(draft);
    if (draft.kind !== 'pc-close' || draft.isolated === true) continue;
    const at = open.findLastIndex(({ id }) => id === draft.id);
    const inside = open.slice(at + 1);
    const partner = open[at];
    if (partner === undefined) alone.add(draft);
    else if (draft.id === undefined || inside.length === 0)
      open
        .splice(at)
        .slice(1)
        .forEach((tag) => alone.add(tag));
    else {
      open.splice(at, 1);
      alone.add(partner).add(draft);
    }
  }
  return alone;
}

function numbered(drafts: readonly Draft[], alone: ReadonlySet<Draft>): Runs {
  const open: { readonly of: string | undefined; readonly id: string }[] = [];
  let last = 0;
  const runs = drafts.map((draft): Run => {
    if (!isCode(draft)) return draft;
    const isolated = alone.has(draft) || ('isolated' in draft && draft.isolated);
    const at = draft.kind === 'pc-close' && !isolated ? open.findLastIndex(({ of }) => of === draft.id) : -1;
    const [partner] = at < 0 ? [] : open.splice(at, 1);
    const id = partner?.id ?? String((last += 1));
    if (draft.kind === 'pc-open' && !isolated) open.push({ of: draft.id, id });
    return { ...draft, id, ...(isolated && { isolated }) };
  });
  return normaliseRuns(runs);
}

function isCode(draft: Draft): draft is DraftCode {
  return 'data' in draft || draft.kind === 'sub';
}
