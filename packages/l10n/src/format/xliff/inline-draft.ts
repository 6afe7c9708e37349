import {
  textRun,
  type CloseRun,
  type Constraints,
  type OpenRun,
  type PlaceholderRun,
  type Run,
  type Runs,
  type TargetStatus,
} from '@helve/flow';
import { codePointLength, normaliseRuns } from '@helve/flow/content';
import type { CodeFinder } from '../code/code-finder.js';
import type { CodeIds } from './code-ids.js';
import { readInlineMessage } from './message/inline-message.js';

/** A code before it is paired. */
export interface InlineCodeDraft {
  readonly kind: 'ph' | 'open' | 'close';
  /** Equal for both halves of a pair, and on both sides of a unit. */
  readonly key: string;
  /** The id in the file. */
  readonly wish: string;
  readonly type: string;
  /** The element that writes it. */
  readonly element: string;
  readonly data: string;
  readonly equiv?: string | undefined;
  readonly disp?: string | undefined;
  readonly constraints?: Constraints | undefined;
  /** True when the other half is known to be elsewhere. */
  readonly alone?: boolean;
}

/** A text, code or segment mark found in an element. */
export type InlineDraft =
  | InlineCodeDraft
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'mark'; readonly id: string; readonly edge: 'start' | 'end'; readonly ignorable?: boolean };

/** A segment, in coordinates of its unit. */
export interface SegmentSpan {
  readonly id: string;
  readonly start: number;
  readonly end: number;
  readonly ignorable: boolean;
  /** Its own status; if absent it is that of the whole target. */
  readonly status?: TargetStatus;
}

interface InlineContent {
  readonly runs: Runs;
  readonly segments: readonly SegmentSpan[];
}

/** The `subType` of every code of the file's own, so that it is written as it was and not as text. */
export const ownSubType = 'xlf:';

/** Builds content: assigns ids, closes pairs, and finds codes in texts. */
export function finishInline(drafts: readonly InlineDraft[], ids: CodeIds, find: CodeFinder): InlineContent {
  const [only] = drafts;
  if (drafts.length === 1 && only?.kind === 'text') return { runs: textContent(only.text, ids, find), segments: [] };
  return new Assembly(ids, find, findPairs(drafts)).finish(drafts);
}

function textContent(text: string, ids: CodeIds, find: CodeFinder): Runs {
  const { runs } = find(text);
  return runs.length === 1 && runs[0]?.kind === 'text' ? runs : normaliseRuns(renumber(runs, ids));
}

/** Renumbers codes found in a text, with ids that no code of the file has. */
function renumber(runs: Runs, ids: CodeIds): readonly Run[] {
  const names = new Map<string, string>();
  return runs.map((run) => {
    if (run.kind === 'text' || !('id' in run)) return run;
    const data = run.kind === 'sub' ? run.ref : run.data;
    const known = run.kind === 'pc-close' ? names.get(run.id) : undefined;
    const id = known ?? ids.claim(`text ${run.kind} ${data}`, `t${run.id}`);
    names.set(run.id, id);
    return Object.freeze({ ...run, id });
  });
}

class Assembly {
  readonly #ids: CodeIds;
  readonly #find: CodeFinder;
  readonly #pairs: ReadonlyMap<InlineCodeDraft, InlineCodeDraft>;
  readonly #idOf = new Map<InlineCodeDraft, string>();
  readonly #runs: Run[] = [];
  readonly #segments: SegmentSpan[] = [];
  readonly #starts = new Map<string, number>();
  #text = '';
  #length = 0;

  constructor(ids: CodeIds, find: CodeFinder, pairs: ReadonlyMap<InlineCodeDraft, InlineCodeDraft>) {
    this.#ids = ids;
    this.#find = find;
    this.#pairs = pairs;
  }

  finish(drafts: readonly InlineDraft[]): InlineContent {
    const message = readInlineMessage(drafts, this.#find, (draft) => this.#code(draft));
    if (message !== undefined) return { runs: normaliseRuns(message), segments: [] };
    for (const draft of drafts) {
      if (draft.kind === 'text') this.#text += draft.text;
      else {
        this.#flush();
        if (draft.kind === 'mark') this.#mark(draft);
        else this.#push(this.#code(draft));
      }
    }
    this.#flush();
    const runs = normaliseRuns(this.#runs.length === 0 ? [textRun('')] : this.#runs);
    return { runs, segments: this.#segments };
  }

  #flush(): void {
    if (this.#text === '') return;
    const runs = textContent(this.#text, this.#ids, this.#find);
    this.#text = '';
    for (const run of runs) this.#push(run);
  }

  #push(run: Run): void {
    this.#runs.push(run);
    this.#length += run.kind === 'text' ? codePointLength(run.text) : 1;
  }

  #mark({ id, edge, ignorable = false }: InlineDraft & { readonly kind: 'mark' }): void {
    if (edge === 'start') this.#starts.set(id, this.#length);
    else this.#segments.push({ id, start: this.#starts.get(id) ?? 0, end: this.#length, ignorable });
  }

  #code(draft: InlineCodeDraft): Run {
    const partner = this.#pairs.get(draft);
    const known = draft.kind === 'close' && partner ? this.#idOf.get(partner) : undefined;
    const id =
      known ?? this.#ids.claim(`${draft.kind === 'ph' ? 'ph' : 'pc'} ${draft.key}${lone(draft, partner)}`, draft.wish);
    this.#idOf.set(draft, id);
    return toRun(draft, id, draft.kind !== 'ph' && !partner);
  }
}

/** Returns a key suffix that keeps unrelated halves from sharing an id. */
function lone(draft: InlineCodeDraft, partner: InlineCodeDraft | undefined): string {
  return draft.kind === 'ph' || partner ? '' : ` ${draft.kind}`;
}

function toRun(draft: InlineCodeDraft, id: string, isolated: boolean): Run {
  const { type, element, data, equiv, disp, constraints } = draft;
  const base = { id, type, subType: ownSubType + element, data, ...(equiv === undefined ? {} : { equiv }) };
  if (draft.kind === 'close')
    return Object.freeze<CloseRun>({ kind: 'pc-close', ...base, ...(isolated && { isolated }) });
  const more = {
    ...(disp === undefined ? {} : { disp }),
    ...(constraints && { constraints: Object.freeze(constraints) }),
  };
  if (draft.kind === 'ph') return Object.freeze<PlaceholderRun>({ kind: 'ph', ...base, ...more });
  return Object.freeze<OpenRun>({ kind: 'pc-open', ...base, ...more, ...(isolated && { isolated }) });
}

/** Pairs codes that nest; halves that cross another pair stand alone. */
function findPairs(drafts: readonly InlineDraft[]): ReadonlyMap<InlineCodeDraft, InlineCodeDraft> {
  const pairs = new Map<InlineCodeDraft, InlineCodeDraft>();
  const open: InlineCodeDraft[] = [];
  for (const draft of drafts) {
    if (draft.kind === 'open' && !draft.alone) open.push(draft);
    if (draft.kind !== 'close' || draft.alone) continue;
    const at = open.findLastIndex(({ key }) => key === draft.key);
    const [partner] = at < 0 ? [] : open.splice(at, 1);
    if (!partner || at < open.length) continue;
    pairs.set(partner, draft).set(draft, partner);
  }
  return pairs;
}
