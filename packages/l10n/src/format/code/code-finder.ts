import { textRun, type Run, type Runs } from '@helve/flow';
import { normaliseRuns } from '@helve/flow/content';
import { isDateFormat } from '../../dialect/date-format.js';
import { hasMessageForms } from '../../dialect/has-message-forms.js';
import type { CodeFinderOptions } from '../format-option.js';
import { parseMessage } from '../messageformat/parse-message.js';
import { codeStarts, groupsIn, presetRules, type CodePreset, type CodeRule } from './code-preset.js';
import { pairTags, type FoundTag, type UnnumberedRun } from './pair-tags.js';
import { safePattern } from './safe-pattern.js';

/** Content of a value, and whether it was a message with forms, which is written by other rules. */
export interface FoundContent {
  readonly runs: Runs;
  readonly icu: boolean;
}

/** Converts the text of a value to content. */
export type CodeFinder = (text: string) => FoundContent;

interface Found {
  readonly start: number;
  readonly end: number;
  readonly type: string;
}

const maxFinders = 100;
const finders = new Map<string, CodeFinder>();

/** Returns a finder of the codes in the options; documents of a run with equal options share one. */
export function codeFinder(options: CodeFinderOptions): CodeFinder {
  if (!options.enabled) return plainContent;
  const key = JSON.stringify(options);
  let finder = finders.get(key);
  if (finder === undefined) {
    finder = createFinder(options);
    if (finders.size >= maxFinders) finders.clear();
    finders.set(key, finder);
  }
  return finder;
}

function createFinder(options: CodeFinderOptions): CodeFinder {
  const icu = options.presets.includes('icu');
  const own = options.rules.map(compileRule);
  const codeStart = startPattern(options.presets);
  const preset = combine(options.presets);
  const undated = options.presets.includes('printf') ? options.presets.filter((each) => each !== 'printf') : undefined;
  const ofDates = undated === undefined ? preset : combine(undated);
  const find = (text: string) => (isDateFormat(text) ? ofDates(text) : preset(text));
  const findAll =
    own.length === 0 ? find : (text: string) => settle([...own.flatMap((rule) => rule(text)), ...find(text)]);
  return (text) => {
    if (own.length === 0 && text.search(codeStart) < 0) return plainContent(text);
    if (icu && hasMessageForms(text)) {
      const message = parseMessage(text, options.tags);
      if (message.ok) return { runs: message.runs, icu: true };
    }
    const found = findAll(text);
    return found.length === 0 ? plainContent(text) : { runs: cut(text, found), icu: false };
  };
}

function plainContent(text: string): FoundContent {
  return { runs: Object.freeze([textRun(text)]), icu: false };
}

/** Matches the first character of any code of the presets; nothing without presets. */
function startPattern(presets: readonly CodePreset[]): RegExp {
  const starts = presets.map((preset) => codeStarts[preset]).join('');
  return starts === '' ? /(?!)/g : new RegExp(`[${starts}]`, 'g');
}

/** Combines all rules in one pattern, tried only where a code may start; the matching group identifies the rule. */
function combine(presets: readonly CodePreset[]): (text: string) => Found[] {
  const rules = presets.flatMap((preset) => presetRules[preset]);
  if (rules.length === 0) return () => [];
  const pattern = new RegExp(rules.map((rule) => `(${rule.pattern})`).join('|'), 'vy');
  const start = startPattern(presets);
  const groups = groupNumbers(rules);
  return (text) => {
    const found: Found[] = [];
    start.lastIndex = 0;
    while (start.test(text)) {
      pattern.lastIndex = start.lastIndex - 1;
      const match = pattern.exec(text);
      if (!match) continue;
      const at = groups.findIndex((group) => match[group] !== undefined);
      found.push({ start: match.index, end: pattern.lastIndex, type: rules[at]?.type ?? 'code:placeholder' });
      start.lastIndex = pattern.lastIndex;
    }
    return found;
  };
}

/** Returns the number of each rule's own group among all groups. */
function groupNumbers(rules: readonly CodeRule[]): readonly number[] {
  let next = 1;
  return rules.map(({ pattern }) => {
    const own = next;
    next += 1 + groupsIn(pattern);
    return own;
  });
}

function compileRule(rule: CodeRule): (text: string) => Found[] {
  const pattern = safePattern(rule.pattern, 'gv');
  return (text) =>
    Array.from(text.matchAll(pattern), ({ index, 0: hit }) => ({
      start: index,
      end: index + hit.length,
      type: rule.type,
    })).filter(({ start, end }) => end > start);
}

/** Sorts matches in reading order without overlaps; of two that meet, that of the earlier rule stays. */
function settle(found: readonly Found[]): Found[] {
  const accepted: Found[] = [];
  for (const one of found) {
    if (!accepted.some(({ start, end }) => one.start < end && start < one.end)) accepted.push(one);
  }
  return accepted.sort((a, b) => a.start - b.start);
}

/** Splits a text into runs; most codes stand alone, and only tags have to be paired. */
function cut(text: string, found: readonly Found[]): Runs {
  return found.some(({ type }) => type === 'code:markup') ? cutTags(text, found) : cutAlone(text, found);
}

function cutAlone(text: string, found: readonly Found[]): Runs {
  const runs: Run[] = [];
  let at = 0;
  let count = 0;
  for (const { start, end, type } of found) {
    if (start > at) runs.push(textRun(text.slice(at, start)));
    count += 1;
    runs.push(Object.freeze({ kind: 'ph', id: String(count), type, data: text.slice(start, end) }));
    at = end;
  }
  if (at < text.length) runs.push(textRun(text.slice(at)));
  return Object.freeze(runs);
}

function cutTags(text: string, found: readonly Found[]): Runs {
  const drafts: (ReturnType<typeof textRun> | FoundTag | UnnumberedRun)[] = [];
  let at = 0;
  for (const { start, end, type } of found) {
    if (start > at) drafts.push(textRun(text.slice(at, start)));
    drafts.push(toDraft(text.slice(start, end), type));
    at = end;
  }
  if (at < text.length) drafts.push(textRun(text.slice(at)));
  return normaliseRuns(pairTags(drafts));
}

function toDraft(data: string, type: string): FoundTag | UnnumberedRun {
  return type === 'code:markup' && data.startsWith('<') ? { kind: 'tag', data } : { kind: 'ph', type, data };
}
