import type { BlockView, DisplayHint, RunEdit, RunRange, Severity } from '@helve/flow';
import { containsForms, hygieneText, topPath, variantLocale } from '@helve/flow/content';
import type { FindingDraft } from '../../check/finding-draft.js';
import { pairUnits, type UnitPair } from '../../check/unit-pair.js';
import { hygieneRangeIn, runRangeIn, wholeUnit } from '../../check/unit-range.js';
import { hasPipeForms } from '../../text/pipe-forms.js';
import { maskWords, protectedWords } from '../../tool-kit/protected-words.js';
import { qaRules, type QaRule } from './qa-rules.js';

/** A unit of a target and its source, prepared for the rules. */
export interface QaPair extends UnitPair {
  /** The shape of each side: text, with one character for each code. */
  readonly sourceText: string;
  readonly targetText: string;
  readonly sourceLocale: string;
  readonly variant: string;
  readonly hint: DisplayHint | undefined;
  readonly file: FileFacts;
}

/** Kind of the file that a text is from. */
export interface FileFacts {
  /** True for a message of gettext. */
  readonly isCatalog: boolean;
  /** True for a unit of XLIFF. */
  readonly isXliff: boolean;
  /** True for a paragraph of Markdown, in which line ends are spaces. */
  readonly isMarkdown: boolean;
}

/** True when a side has several forms with bars between them, so that it says things several times. */
export function hasPipes({ sourceText, targetText }: QaPair): boolean {
  return hasPipeForms(sourceText) || hasPipeForms(targetText);
}

/** Checks one pair and adds its findings; a pair without findings allocates nothing. */
export type PairRule = (pair: QaPair, found: FindingDraft[]) => void;

/** Lists the units of a block's target with their sources. */
export function qaPairs(view: BlockView, variant: string, file: FileFacts): readonly QaPair[] {
  const { source } = view;
  const target = view.target(variant)?.runs ?? [];
  const protectedTexts = protectedWords(view, variant);
  if (!containsForms(target))
    return [
      toPair(view, variant, protectedTexts, file, {
        source,
        sourcePath: topPath,
        target,
        path: topPath,
        form: undefined,
      }),
    ];
  return pairUnits(source, target, variantLocale(variant)).map((pair) =>
    toPair(view, variant, protectedTexts, file, pair),
  );
}

function toPair(
  view: BlockView,
  variant: string,
  protectedTexts: readonly string[],
  file: FileFacts,
  { source, sourcePath, target, path, form }: UnitPair,
): QaPair {
  return {
    source,
    sourcePath,
    target,
    path,
    form,
    sourceText: maskWords(hygieneText(source), protectedTexts),
    targetText: maskWords(hygieneText(target), protectedTexts),
    sourceLocale: view.sourceLocale,
    variant,
    hint: view.displayHint,
    file,
  };
}

/** Fields of a finding besides its message. */
export interface DraftFields {
  readonly range?: RunRange | undefined;
  /** The matching range of the source. */
  readonly source?: RunRange | undefined;
  readonly subject?: string;
  readonly suggestion?: string;
  readonly severity?: Severity;
  /** Edits of the target that correct it. */
  readonly fix?: readonly RunEdit[];
}

/** Creates a finding about the target of a pair. */
export function toDraft(
  { variant }: Pick<QaPair, 'variant'>,
  rule: QaRule,
  message: string,
  { range, source, subject, suggestion, fix, severity = qaRules[rule].severity }: DraftFields,
): FindingDraft {
  const draft: Mutable<FindingDraft> = { rule, severity, message, side: variant, range };
  if (subject !== undefined) draft.subject = subject;
  if (suggestion !== undefined) draft.suggestion = suggestion;
  if (fix !== undefined) draft.fix = { variant, edits: fix };
  if (source !== undefined) draft.other = { side: null, range: source };
  return draft;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Creates a range in the shape of the target. */
export function inTarget({ target, path }: UnitPair, start: number, end: number): RunRange {
  return hygieneRangeIn({ runs: target, path }, start, end);
}

/** Creates a range in the shape of the source. */
export function inSource({ source, sourcePath }: UnitPair, start: number, end: number): RunRange {
  return hygieneRangeIn({ runs: source, path: sourcePath }, start, end);
}

/** Creates the range of one code of the target. */
export function targetRun({ target, path }: UnitPair, index: number): RunRange {
  return runRangeIn({ runs: target, path }, index);
}

/** Creates the range of one code of the source. */
export function sourceRun({ source, sourcePath }: UnitPair, index: number): RunRange {
  return runRangeIn({ runs: source, path: sourcePath }, index);
}

/** Creates the range of the whole target unit. */
export function allOfTarget({ target, path }: UnitPair): RunRange {
  return wholeUnit({ runs: target, path });
}

/** Creates the range of the whole source unit. */
export function allOfSource({ source, sourcePath }: UnitPair): RunRange {
  return wholeUnit({ runs: source, path: sourcePath });
}
