import {
  constraintsAt,
  formsOf,
  hasForms,
  topPath,
  unitText,
  type Path,
  type PluralRun,
  type Run,
  type RunRange,
  type Runs,
  type SelectRun,
} from '@helve/flow';
import { codeName } from '../../check/unit-code.js';
import { runRangeIn, textRangeIn, wholeUnit, type PlacedUnit } from '../../check/unit-place.js';
import { isWordsInBrackets } from '../../check/words-in-brackets.js';
import { parseMessage } from '../../format/messageformat/parse-message.js';
import { argumentToken, readToken, tokensIn, type PlaceholderToken } from './read-token.js';

/** One placeholder of a side. */
export interface Placeholder {
  readonly key: string;
  /** As it is written. */
  readonly raw: string;
  /** It stands in a form of a plural or select, so that it counts by presence. */
  readonly inForm: boolean;
  /** It may be left out, and repeated. */
  readonly isFree: boolean;
  /** Where it stands; made when it is asked for. */
  range(): RunRange;
}

interface Draft extends Omit<Placeholder, 'key'> {
  readonly token: PlaceholderToken;
}

const messageWithForms = /\{\s*[^\s{},]+\s*,\s*(?:plural|select|selectordinal)\s*,/u;

/** All placeholders of a side: those of its codes, of its forms, and of its text, as an ICU message where it is one. */
export function collectPlaceholders(runs: Runs): readonly Placeholder[] {
  const drafts: Draft[] = [];
  const message = messageIn(runs);
  if (message === undefined) addUnit(drafts, { runs, path: topPath });
  else addUnit(drafts, { runs: message, path: topPath }, wholeUnit({ runs, path: topPath }));
  return withPlaces(drafts);
}

/** The content of a text that is an ICU message with forms. */
function messageIn(runs: Runs): Runs | undefined {
  if (!runs.every(({ kind }) => kind === 'text')) return undefined;
  const text = unitText(runs);
  if (!messageWithForms.test(text)) return undefined;
  const parsed = parseMessage(text);
  return parsed.ok ? parsed.runs : undefined;
}

/** `inMessage` is where the message stands whose content a unit is; places in it cannot be told. */
function addUnit(drafts: Draft[], unit: PlacedUnit, inMessage?: RunRange): void {
  const inForm = unit.path.length > 0;
  const { runs } = unit;
  if (runs.some(({ kind }) => kind === 'text')) {
    for (const { token, raw, start, end } of tokensIn(unitText(runs))) {
      drafts.push({ token, raw, inForm, isFree: false, range: () => inMessage ?? textRangeIn(unit, start, end) });
    }
  }
  runs.forEach((run, index) => {
    if (run.kind === 'text') return;
    const token = tokenOf(run);
    const range = () => inMessage ?? runRangeIn(unit, index);
    const { deletable, cloneable } = constraintsAt(runs, index);
    if (token !== undefined) drafts.push({ token, raw: codeName(run), inForm, isFree: deletable && cloneable, range });
    if (hasForms(run)) addForms(drafts, run, index, unit.path, inMessage);
  });
}

function addForms(
  drafts: Draft[],
  run: PluralRun | SelectRun,
  index: number,
  path: Path,
  inMessage: RunRange | undefined,
): void {
  const seen = new Set<Runs>();
  for (const [form, runs] of formsOf(run)) {
    if (!seen.has(runs)) addUnit(drafts, { runs, path: [...path, { run: index, form }] }, inMessage);
    seen.add(runs);
  }
}

/** A pair counts once, and an escaped percent sign not at all. */
function tokenOf(run: Exclude<Run, { kind: 'text' }>): PlaceholderToken | undefined {
  if (run.kind === 'plural') return { kind: 'named', key: pluralKey(run) };
  if (run.kind === 'select') return { kind: 'named', key: `{${run.pivot}, select}` };
  if (run.kind === 'sub') return { kind: 'named', key: `sub ${run.equiv ?? run.ref}` };
  if (run.kind === 'pc-close' && run.isolated !== true) return undefined;
  if (run.data === '%%' || isWordsInBrackets(run)) return undefined;
  if (run.kind === 'ph' && run.type === 'code:variable' && run.equiv !== undefined) return argumentToken(run.equiv);
  return readToken(run.data) ?? { kind: 'named', key: `${run.kind} ${run.type} ${run.equiv ?? run.data}` };
}

function pluralKey({ pivot, ordinal, offset = 0 }: PluralRun): string {
  return `{${pivot}, ${ordinal === true ? 'selectordinal' : 'plural'}${offset === 0 ? '' : ` offset:${offset}`}}`;
}

/**
 * Placeholders that take the next value of a list are named by the place of the value, so that `%s %d` and `%2$d %1$s`
 * are the same. In forms, where values may be left out, they are named by their type alone.
 */
function withPlaces(drafts: readonly Draft[]): readonly Placeholder[] {
  const next = { printf: 1, brace: 0 };
  return drafts.map(({ token, raw, inForm, isFree, range }) => ({
    key: keyOf(token, inForm, next),
    raw,
    inForm,
    isFree,
    range,
  }));
}

function keyOf(token: PlaceholderToken, inForm: boolean, next: { printf: number; brace: number }): string {
  if (token.kind === 'named') return token.key;
  const { list, type, place } = token;
  if (inForm && list === 'printf') return `printf ${type}`;
  return `${list} ${place ?? next[list]++} ${type}`;
}
