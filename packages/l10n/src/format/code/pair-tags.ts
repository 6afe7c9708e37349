import { textRun, type CloseRun, type OpenRun, type PlaceholderRun, type Run } from '@helve/flow';
import { isVoidTag, tagPattern, tagType } from './code-preset.js';

const wholeTag = new RegExp(`^${tagPattern}$`, 'v');

/** A tag before it is paired. */
export interface FoundTag {
  readonly kind: 'tag';
  readonly data: string;
}

type Draft = Run | FoundTag;

/** A code that gets its number once all codes of the unit are known. */
export type UnnumberedRun = Omit<PlaceholderRun, 'id'> & { readonly id?: never };

interface OpenTag {
  readonly tag: string;
  readonly at: number;
}

/**
 * Numbers the codes of one unit and pairs its tags, last opened first closed. Words in angle brackets stay text:
 *
 *     <b> a <i> b </i> </b>   →   1 2 2 1
 *     <b> a <i> b </b> </i>   →   1 (2 alone) 1 (3 alone)
 *     <b> a <file> b </b>     →   1 text 1
 */
export function pairTags(drafts: readonly (Draft | UnnumberedRun)[]): Run[] {
  const runs: Run[] = [];
  const open: OpenTag[] = [];
  const closed = closedNames(drafts);
  let next = 1;
  for (const draft of drafts) {
    if (draft.kind === 'ph') runs.push({ ...draft, id: String(next++) });
    else if (draft.kind !== 'tag') runs.push(draft);
    else if (!isMarkup(draft.data, closed)) runs.push(textRun(draft.data));
    else {
      const run = tagRun(draft.data, String(next), open, runs);
      if (!(run.kind === 'pc-close' && !run.isolated)) next += 1;
      runs.push(run);
    }
  }
  for (const { at } of open) isolate(runs, at);
  return runs;
}

function closedNames(drafts: readonly (Draft | UnnumberedRun)[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const draft of drafts) {
    const [, slash, name = ''] = draft.kind === 'tag' ? (wholeTag.exec(draft.data) ?? []) : [];
    if (slash === '/') names.add(name);
  }
  return names;
}

/** Elements that are markup without an attribute and without a partner. */
const breaks = new Set(['br', 'hr', 'wbr']);

/**
 * True when text in angle brackets is a tag: it closes, is closed, is numbered, breaks a line, or has an attribute or the
 * slash of an empty element. Otherwise it is words, such as `<path>` in a line about usage.
 */
function isMarkup(data: string, closed: ReadonlySet<string>): boolean {
  const [, slash, name = '', attributes = ''] = wholeTag.exec(data) ?? [];
  if (slash === '/' || closed.has(name) || attributes.endsWith('/') || /^\d/.test(name)) return true;
  return breaks.has(name.toLowerCase()) || /\s[^\s=<>"']+\s*=/.test(attributes);
}

function tagRun(data: string, id: string, open: OpenTag[], runs: Run[]): OpenRun | CloseRun | PlaceholderRun {
  const [, slash, name = '', attributes = ''] = wholeTag.exec(data) ?? [];
  const type = tagType(name);
  const subType = `html:${name.toLowerCase()}`;
  if (slash === '/') return closeRun(data, id, { type, subType, name }, open, runs);
  if (isVoidTag(name) || attributes.endsWith('/')) return { kind: 'ph', id, type, subType, data };
  open.push({ tag: name, at: runs.length });
  return { kind: 'pc-open', id, type, subType, data };
}

function closeRun(
  data: string,
  id: string,
  { type, subType, name }: { readonly type: string; readonly subType: string; readonly name: string },
  open: OpenTag[],
  runs: Run[],
): CloseRun {
  const level = open.findLastIndex(({ tag }) => tag === name);
  if (level < 0) return { kind: 'pc-close', id, type, subType, data, isolated: true };
  const [opener, ...unclosed] = open.splice(level);
  for (const { at } of unclosed) isolate(runs, at);
  const begun = opener && runs[opener.at];
  return { kind: 'pc-close', id: begun?.kind === 'pc-open' ? begun.id : id, type, subType, data };
}

function isolate(runs: Run[], at: number): void {
  const run = runs[at];
  if (run?.kind === 'pc-open') runs[at] = { ...run, isolated: true };
}
