import type { CloseRun, OpenRun, PlaceholderRun, Run, Runs } from '@helve/flow';
import { constraintsOf } from '@helve/flow/content';
import { formatMessage } from '../../messageformat/format-message.js';
import { unwritable } from '../../format-error.js';
import { encodeInline, type InlineTarget } from '../../xliff/encode-inline.js';
import { nestedPairs, pairedIds } from '../../xliff/generate/code-nesting.js';
import { parseStartTag } from '../../xliff/isolate-halves.js';
import { ownSubType } from '../../xliff/inline-draft.js';
import { elementAround, emptyTag, startTag, type TagAttributes } from '../../xml/element-text.js';
import { codeTypeAttributes } from '../code-type.js';

type CodeRun = PlaceholderRun | OpenRun | CloseRun;

const nameToken = /^[\p{L}\p{N}._:-]+$/u;

/** Spells the content of a new unit; its codes keep their ids and types, and their data stand once in the unit. */
export class NewInline {
  readonly #target: InlineTarget;
  readonly #data = new Map<string, string>();
  readonly #ids = new Map<string, string>();
  readonly #opened = new Map<string, OpenRun>();
  /** Ids that codes have got in the file. */
  readonly #spelled = new Map<string, string>();
  readonly #free: ReadonlySet<string>;
  readonly #taken: ReadonlySet<string>;

  /** Codes in `free` may be deleted: the translation that is there lacks them. Ids in `taken` are those of segments. */
  constructor(block: string, free: ReadonlySet<string> = new Set(), taken: ReadonlySet<string> = new Set()) {
    this.#free = free;
    this.#taken = taken;
    const control = (char: string): string => {
      const hex = (char.codePointAt(0) ?? 0).toString(16).toUpperCase();
      return `<cp hex="${hex.padStart(hex.length > 4 ? 6 : 4, '0')}"/>`;
    };
    this.#target = { format: 'xliff2', block, lineEnd: '\n', control };
  }

  /** Spells one segment of content; `whole` is all content of its side, and `seen` counts its codes. */
  encode(runs: Runs, whole: Runs = runs, seen = new Map<string, number>()): string {
    const pairs = nestedPairs(runs);
    const paired = pairedIds(whole);
    return runs.map((run) => this.#run(run, pairs, paired, seen)).join('');
  }

  /** The data of all codes that were spelled. */
  originalData(): readonly string[] {
    return [...this.#data].map(([text, id]) => elementAround('data', { id }, this.text(text)));
  }

  text(text: string): string {
    return encodeInline([{ kind: 'text', text }], this.#target);
  }

  #run(
    run: Run,
    pairs: ReadonlyMap<Run, OpenRun | CloseRun>,
    paired: ReadonlySet<string>,
    seen: Map<string, number>,
  ): string {
    switch (run.kind) {
      case 'text':
        return this.text(run.text);
      case 'ph':
        return emptyTag('ph', { id: this.#fresh(run.id, seen), ...this.#facts(run, ''), ...this.#limits(run) });
      case 'pc-open':
        return this.#open(run, pairs.get(run), paired.has(run.id), seen);
      case 'pc-close':
        return this.#close(run, pairs.get(run), paired.has(run.id));
      case 'plural':
      case 'select':
        return this.text(formatMessage([run]));
      case 'sub':
        throw unwritable(this.#target.block, 'xliff2', 'it contains a placeholder for another block');
    }
  }

  #open(run: OpenRun, close: Run | undefined, isPaired: boolean, seen: Map<string, number>): string {
    const id = this.#fresh(run.id, seen);
    this.#opened.set(run.id, run);
    const mark = markAttributes(run);
    if (mark && close) return startTag('mrk', { id, ...mark });
    if (close?.kind !== 'pc-close') {
      const isolated = isPaired ? undefined : 'yes';
      return emptyTag('sc', { id, ...this.#facts(run, ''), isolated, ...this.#limits(run) });
    }
    return startTag('pc', { id, ...this.#facts(run, 'Start'), ...this.#ends(close, 'End'), ...this.#limits(run) });
  }

  #close(run: CloseRun, open: Run | undefined, isPaired: boolean): string {
    if (open?.kind === 'pc-open') return markAttributes(open) ? '</mrk>' : '</pc>';
    const id = this.#spelled.get(run.id) ?? this.#idOf(run.id);
    const facts = this.#ends(run, '');
    if (!isPaired) return emptyTag('ec', { id, isolated: 'yes', ...facts, ...codeTypeAttributes(run.type) });
    const opener = this.#opened.get(run.id);
    // The standard wants both halves to allow the same.
    return emptyTag('ec', { startRef: id, ...facts, ...(opener === undefined ? {} : this.#limits(opener)) });
  }

  #facts(run: PlaceholderRun | OpenRun, half: 'Start' | ''): TagAttributes {
    return { ...this.#ends(run, half), ...codeTypeAttributes(run.type) };
  }

  /** Attributes that each half of a pair has for itself. */
  #ends(run: CodeRun, half: 'Start' | 'End' | ''): TagAttributes {
    const isOwn = run.subType?.startsWith(ownSubType) === true;
    const shown = run.kind === 'pc-close' ? undefined : run.disp;
    const data = isOwn ? shown : run.data;
    const disp = isOwn || shown === data ? undefined : shown;
    return {
      [`equiv${half}`]: run.equiv,
      [`disp${half}`]: disp,
      [`dataRef${half}`]: data === undefined || data === '' ? undefined : this.#dataId(data),
    };
  }

  #dataId(text: string): string {
    const id = this.#data.get(text) ?? `d${this.#data.size + 1}`;
    this.#data.set(text, id);
    return id;
  }

  /** The id of a code; a copy of one gets a number. */
  #fresh(id: string, seen: Map<string, number>): string {
    const count = (seen.get(id) ?? 0) + 1;
    seen.set(id, count);
    const spelled = count === 1 ? this.#idOf(id) : `${this.#idOf(id)}-${count}`;
    this.#spelled.set(id, spelled);
    return spelled;
  }

  #limits(run: PlaceholderRun | OpenRun): TagAttributes {
    const { deletable, cloneable, reorderable } = constraintsOf(run);
    if (this.#free.has(run.id)) return cloneable ? {} : { canCopy: 'no' };
    if (!reorderable) return { canCopy: 'no', canDelete: 'no', canReorder: 'firstNo' };
    return { canCopy: cloneable ? undefined : 'no', canDelete: deletable ? undefined : 'no' };
  }

  #idOf(id: string): string {
    const known = this.#ids.get(id);
    if (known !== undefined) return known;
    let own = nameToken.test(id) && !this.#taken.has(id) ? id : `c${this.#ids.size + 1}`;
    while (this.#taken.has(own)) own = `c${own}`;
    this.#ids.set(id, own);
    return own;
  }
}

/** Attributes of an annotation that was read from XLIFF; those of other vocabularies are not known in the new file. */
function markAttributes(run: OpenRun): TagAttributes | undefined {
  if (run.subType !== `${ownSubType}mrk`) return undefined;
  const { attributes = new Map<string, string>() } = parseStartTag(run.data) ?? {};
  const known = ['type', 'translate', 'ref', 'value'].flatMap((name) => {
    const value = attributes.get(name);
    return value === undefined ? [] : [[name, value.slice(1, -1)] as const];
  });
  return Object.fromEntries(known);
}
