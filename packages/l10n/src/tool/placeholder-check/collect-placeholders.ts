import {
  textRun,
  unitText,
  type Path,
  type PluralRun,
  type Run,
  type RunEdit,
  type RunRange,
  type Runs,
  type SelectRun,
} from '@helve/flow';
import { constraintsAt, formsOf, hasForms, topPath } from '@helve/flow/content';
import { codeName, codeShape, inlineId, isQuotedBrace, isSample } from '../../check/unit-code.js';
import { runRangeIn, textRangeIn, wholeUnit, type LocatedUnit } from '../../check/unit-range.js';
import type { Dialect } from '../../dialect/dialect.js';
import {
  argumentToken,
  placeholderTokens,
  readToken,
  type PlaceholderToken,
  type TextToken,
} from '../../dialect/placeholder-token.js';
import { spanCodes, spanContent } from '../../dialect/protected-span.js';
import { editAt } from '../../check/edit-at.js';
import { tokensBeside } from './tokens-beside.js';

/** One placeholder of a side. */
export interface Placeholder {
  /** The value that it stands for. */
  readonly key: string;
  /** Type of the value; empty if every value has the same. */
  readonly type: string;
  /** As written. */
  readonly raw: string;
  /** True inside a form of a plural or select, where it counts by presence. */
  readonly inForm: boolean;
  /** True when it may be deleted and repeated. */
  readonly isFree: boolean;
  /** True when it names its value, so that it may be moved and repeated. */
  readonly isNamed: boolean;
  /** Computes its range on demand. */
  range(): RunRange;
  /** Creates an edit that replaces it; undefined if its position is unknown. */
  rewrite(text: string): RunEdit | undefined;
}

/** One side, and its dialect. */
export interface PlaceholderSide {
  readonly runs: Runs;
  /** Content of the side when its text is a message. */
  readonly message: Runs | undefined;
  readonly dialect: Dialect;
  /** Texts that must not be translated, and stand for themselves. */
  readonly kept: readonly string[];
  /** True when the text has several forms, so that placeholders count by presence. */
  readonly hasForms: boolean;
}

interface Draft extends Omit<Placeholder, 'key' | 'type' | 'isNamed'> {
  readonly token: PlaceholderToken;
  /** Number of values that directives inside of a tag take from the list. */
  readonly values: number;
}

/** Settings for walking one side. */
interface Walk extends Pick<PlaceholderSide, 'dialect' | 'kept' | 'hasForms'> {
  readonly drafts: Draft[];
  /** Range of the message whose content is walked; positions inside are unknown. */
  readonly inMessage: RunRange | undefined;
}

/** Collects all placeholders of a side before they are named: those of its codes, of its forms, and of its text. */
export function collectPlaceholders(side: PlaceholderSide): readonly Draft[] {
  const { runs, message } = side;
  const inMessage = message === undefined ? undefined : wholeUnit({ runs, path: topPath });
  const walk: Walk = { ...side, drafts: [], inMessage };
  addUnit(walk, { runs: message ?? runs, path: topPath });
  return walk.drafts;
}

function addUnit(walk: Walk, unit: LocatedUnit): void {
  const { runs } = unit;
  const tokens = textTokens(walk, runs);
  let offset = 0;
  let next = 0;
  runs.forEach((run, index) => {
    if (run.kind === 'text') {
      const end = offset + run.text.length;
      for (let token = tokens[next]; token !== undefined && token.start < end; token = tokens[++next])
        // Braces around a code are text.
        if (token.end <= end) addToken(walk, unit, token);
      offset = end;
      return;
    }
    if (!isSample(runs, index) && !isQuoted(walk, runs, index)) addCode(walk, unit, run, index);
    if (hasForms(run)) addForms(walk, run, index, unit.path);
  });
}

/** True for an argument between apostrophes, which is text in a message of ICU. */
function isQuoted({ dialect }: Walk, runs: Runs, index: number): boolean {
  const [before, after] = [runs[index - 1], runs[index + 1]];
  if (dialect !== 'icu' || before?.kind !== 'text' || after?.kind !== 'text') return false;
  return /(?:^|[^'])'$/.test(before.text) && /^'(?!')/.test(after.text);
}

function textTokens({ dialect, kept, inMessage }: Walk, runs: Runs): readonly TextToken[] {
  if (!runs.some(({ kind }) => kind === 'text')) return [];
  // In a parsed message, the remaining braces are text.
  return tokensBeside(unitText(runs), inMessage === undefined ? dialect : 'no-brace', kept);
}

function addToken(walk: Walk, unit: LocatedUnit, { token, raw, start, end }: TextToken): void {
  const { drafts, inMessage } = walk;
  const inForm = walk.hasForms || unit.path.length > 0;
  const range = () => inMessage ?? textRangeIn(unit, start, end);
  const rewrite = (text: string) => (inMessage === undefined ? editAt(unit, range(), [textRun(text)]) : undefined);
  drafts.push({ token, raw, inForm, isFree: false, values: 0, range, rewrite });
}

function addCode(walk: Walk, unit: LocatedUnit, run: Code, index: number): void {
  const { drafts, dialect, inMessage } = walk;
  const { deletable, cloneable } = constraintsAt(unit.runs, index);
  const range = () => inMessage ?? runRangeIn(unit, index);
  for (const { token, raw, values } of tokensOf(run, dialect)) {
    drafts.push({
      token,
      raw,
      inForm: walk.hasForms || unit.path.length > 0,
      isFree: deletable && cloneable,
      values,
      range,
      rewrite: (text) => {
        if (inMessage !== undefined || run.kind !== 'ph') return undefined;
        const data = spanContent(run.data) === undefined ? text : run.data.replace(raw, () => text);
        return editAt(unit, range(), [{ ...run, data }]);
      },
    });
  }
}

/** Lists the placeholders of a code: itself, or those in a span of Android. */
function tokensOf(run: Code, dialect: Dialect): readonly Pick<Draft, 'token' | 'raw' | 'values'>[] {
  const content = run.kind === 'ph' ? spanContent(run.data) : undefined;
  if (content === undefined) {
    const token = toToken(run, dialect);
    return token === undefined ? [] : [{ token, raw: codeName(run), values: valuesIn(run) }];
  }
  return spanCodes(content).flatMap((raw) => {
    const token = tokenIn(raw, dialect);
    return token === undefined ? [] : [{ token, raw, values: 0 }];
  });
}

function addForms(walk: Walk, run: PluralRun | SelectRun, index: number, path: Path): void {
  const seen = new Set<Runs>();
  for (const [form, runs] of formsOf(run)) {
    if (!seen.has(runs)) addUnit(walk, { runs, path: [...path, { run: index, form }] });
    seen.add(runs);
  }
}

type Code = Exclude<Run, { kind: 'text' }>;

/** Parses a code; a pair counts once, and an escaped percent sign not at all. */
function toToken(run: Code, dialect: Dialect): PlaceholderToken | undefined {
  if (run.kind === 'plural') return { kind: 'named', key: pluralKey(run) };
  if (run.kind === 'select') return { kind: 'named', key: `{${run.pivot}, select}` };
  if (run.kind === 'sub') return { kind: 'named', key: `sub ${run.equiv ?? run.ref}` };
  if (run.kind === 'pc-close' && run.isolated !== true) return undefined;
  if (run.data === '%%' || isQuotedBrace(run) || isMarker(run.data)) return undefined;
  const id = inlineId(run.data);
  if (id !== undefined) return { kind: 'named', key: `${run.kind} id ${id}` };
  if (run.kind === 'ph' && run.type === 'code:variable' && run.equiv !== undefined) return argumentToken(run.equiv);
  return tokenIn(run.data, dialect) ?? { kind: 'named', key: `${run.kind} ${run.type} ${codeShape(run)}` };
}

/** True for a marker of XLIFF: a comment or a term on the text of one side. */
function isMarker(data: string): boolean {
  return /^<(?:\w+:)?mrk\b/.test(data);
}

function valuesIn(run: Code): number {
  if (!('data' in run) || !run.data.startsWith('<') || !run.data.includes('%')) return 0;
  return placeholderTokens(run.data, 'c').filter(({ token }) => token.kind === 'listed' && token.place === undefined)
    .length;
}

/** Number of cached codes, since the same few recur. */
const MAX_KNOWN = 5000;
const known = new Map<string, PlaceholderToken | undefined>();

function tokenIn(data: string, dialect: Dialect): PlaceholderToken | undefined {
  const name = `${dialect} ${data}`;
  const token = known.get(name);
  if (token !== undefined || known.has(name)) return token;
  const read = readToken(data, dialect);
  if (known.size < MAX_KNOWN) known.set(name, read);
  return read;
}

function pluralKey({ pivot, ordinal, offset = 0 }: PluralRun): string {
  return `{${pivot}, ${ordinal === true ? 'selectordinal' : 'plural'}${offset === 0 ? '' : ` offset:${offset}`}}`;
}

/**
 * Names placeholders that take the next value of a list by the position of the value, so that `%s %d` and `%2$d %1$s`
 * are equal. In forms, where values may be left out, and where the sides have different numbers of them (`byType`),
 * they are named by their type.
 */
export function withKeys(drafts: readonly Draft[], byType: boolean): readonly Placeholder[] {
  const next = { printf: 1, brace: 0 };
  return drafts.map((draft) => {
    const { token } = draft;
    const { kind, type = '' } = token;
    next.printf += draft.values;
    if (kind === 'named') return withKey(draft, token.key, type, true);
    const { list, place, stars } = token;
    const isNamed = place !== undefined;
    if (list === 'printf' && (draft.inForm || byType)) return withKey(draft, `printf ${type}`, '', isNamed);
    next[list] += place === undefined ? stars : 0;
    return withKey(draft, `${list} ${place ?? next[list]++}`, type, isNamed);
  });
}

function withKey(draft: Draft, key: string, type: string, isNamed: boolean): Placeholder {
  const { raw, inForm, isFree, range, rewrite } = draft;
  return { key, type, raw, inForm, isFree, isNamed, range, rewrite };
}

/** Counts the values that placeholders outside forms take from the list, one by one. */
export function countListed(drafts: readonly Draft[]): number {
  return drafts.filter(({ token, inForm }) => !inForm && token.kind === 'listed' && token.list === 'printf').length;
}
