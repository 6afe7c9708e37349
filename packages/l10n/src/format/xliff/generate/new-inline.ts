import type { CloseRun, OpenRun, PlaceholderRun, Run, Runs } from '@helve/flow';
import { formatMessage } from '../../messageformat/format-message.js';
import { unwritable } from '../../format-error.js';
import { elementAround, emptyTag, startTag, type TagAttributes } from '../../xml/element-text.js';
import { codeTypeName } from '../code-type.js';
import { encodeInline, type InlineTarget } from '../encode-inline.js';
import { ownSubType } from '../inline-draft.js';
import { parseStartTag } from '../isolate-halves.js';
import { nestedPairs, pairedIds } from './code-nesting.js';

/** Spells content of a new trans-unit: codes as elements around their data, or without content where that is unknown. */
export function spellInline(runs: Runs, block: string): string {
  const target: InlineTarget = { format: 'xliff', block, lineEnd: '\n' };
  const pairs = nestedPairs(runs);
  const paired = pairedIds(runs);
  return runs.map((run) => spellRun(run, { target, pairs, paired })).join('');
}

interface Setting {
  readonly target: InlineTarget;
  readonly pairs: ReadonlyMap<Run, OpenRun | CloseRun>;
  readonly paired: ReadonlySet<string>;
}

function spellRun(run: Run, setting: Setting): string {
  const { target, pairs, paired } = setting;
  switch (run.kind) {
    case 'text':
      return encodeInline([run], target);
    case 'ph':
      return isOwn(run) ? emptyTag('x', attributes(run)) : elementAround('ph', attributes(run), dataOf(run, target));
    case 'pc-open':
      if (isOwn(run)) return openOwn(run, pairs.has(run));
      return half(run, paired.has(run.id) ? 'bpt' : 'it', 'open', target);
    case 'pc-close':
      if (isOwn(run)) return closeOwn(run, pairs.get(run));
      return half(run, paired.has(run.id) ? 'ept' : 'it', 'close', target);
    case 'plural':
    case 'select':
      return encodeInline([{ kind: 'text', text: formatMessage([run]) }], target);
    case 'sub':
      throw unwritable(target.block, 'xliff', 'it contains a placeholder for another block');
  }
}

function openOwn(run: OpenRun, isNested: boolean): string {
  if (!isNested) return emptyTag('bx', attributes(run));
  const mtype = markType(run);
  return mtype === undefined ? startTag('g', attributes(run)) : startTag('mrk', { mid: run.id, mtype });
}

function closeOwn(run: CloseRun, open: Run | undefined): string {
  if (open?.kind !== 'pc-open') return emptyTag('ex', { id: run.id });
  return markType(open) === undefined ? '</g>' : '</mrk>';
}

/** The type of an annotation; undefined for any other code. */
function markType({ subType, data }: OpenRun): string | undefined {
  return subType === `${ownSubType}mrk` ? parseStartTag(data)?.attributes.get('mtype')?.slice(1, -1) : undefined;
}

function half(
  run: OpenRun | CloseRun,
  name: 'bpt' | 'ept' | 'it',
  pos: 'open' | 'close',
  target: InlineTarget,
): string {
  const own = run.kind === 'pc-open' ? attributes(run) : { id: run.id };
  return elementAround(name, { ...own, pos: name === 'it' ? pos : undefined }, dataOf(run, target));
}

/** True for a code that was read from XLIFF, whose data are an element and not what it stands for. */
function isOwn({ subType }: PlaceholderRun | OpenRun | CloseRun): boolean {
  return subType?.startsWith(ownSubType) === true;
}

function attributes({ id, type, equiv, kind }: PlaceholderRun | OpenRun): TagAttributes {
  return { id, ctype: codeTypeName(type, kind === 'ph'), 'equiv-text': equiv };
}

function dataOf({ data }: PlaceholderRun | OpenRun | CloseRun, target: InlineTarget): string {
  return encodeInline([{ kind: 'text', text: data }], target);
}
