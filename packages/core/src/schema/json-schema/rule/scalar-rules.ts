import { countOf } from '../../../errors/count-of.js';
import type { Pattern } from '../../pattern/compile-pattern.js';
import { quoteValue } from './describe-value.js';
import { formats } from './formats.js';
import { isMultipleOf } from './multiple-of.js';
import { assertion, type Rule } from './rule.js';
import type { Run } from './run.js';
import type { SchemaNode } from '../read/schema-node.js';

/** Compiles the keywords of a node about numbers. */
export function compileNumberRules(node: SchemaNode): Rule<number>[] {
  const rules: Rule<number>[] = [];
  const { minimum, maximum, exclusiveMinimum: above, exclusiveMaximum: below, multipleOf } = node;
  if (minimum !== undefined) rules.push(bound('minimum', 'of at least', minimum, (value) => value >= minimum));
  if (maximum !== undefined) rules.push(bound('maximum', 'of at most', maximum, (value) => value <= maximum));
  if (above !== undefined) rules.push(bound('exclusiveMinimum', 'greater than', above, (value) => value > above));
  if (below !== undefined) rules.push(bound('exclusiveMaximum', 'less than', below, (value) => value < below));
  if (multipleOf !== undefined) {
    const fits = (value: number) => isMultipleOf(value, multipleOf);
    rules.push(bound('multipleOf', 'that is a multiple of', multipleOf, fits));
  }
  return rules;
}

function bound(keyword: string, relation: string, expected: number, fits: (value: number) => boolean): Rule<number> {
  return assertion(fits, (value, run) =>
    run.fail(keyword, `Expected a number ${relation} ${expected}, got ${value}`, { expected }),
  );
}

/** The treatment of what is costly or optional about strings. */
export interface StringOptions {
  readonly assertFormats: boolean;
  /** Patterns will be matched once more by an engine that backtracks: what would hold it up is left to the whole check. */
  readonly sparesBacktracking: boolean;
}

/** Compiles the keywords of a node about strings. */
export function compileStringRules(node: SchemaNode, options: StringOptions): Rule<string>[] {
  const rules: Rule<string>[] = [];
  const { minLength, maxLength, pattern, format } = node;
  if (minLength !== undefined && minLength > 0) rules.push(compileMinLength(minLength));
  if (maxLength !== undefined) rules.push(compileMaxLength(maxLength));
  if (pattern !== undefined) rules.push(compilePatternRule(pattern, options.sparesBacktracking));
  if (format !== undefined && options.assertFormats) rules.push(...compileFormat(format));
  return rules;
}

function compileMinLength(expected: number): Rule<string> {
  return assertion(
    (value) => value.length >= 2 * expected || (value.length >= expected && countCharacters(value) >= expected),
    (value, run) =>
      run.fail('minLength', `Expected at least ${characters(expected)}, got ${lengthOf(value)}`, { expected }),
  );
}

function compileMaxLength(expected: number): Rule<string> {
  return assertion(
    (value) => value.length <= expected || (value.length <= 2 * expected && countCharacters(value) <= expected),
    (value, run) =>
      run.fail('maxLength', `Expected at most ${characters(expected)}, got ${lengthOf(value)}`, { expected }),
  );
}

function compilePatternRule(pattern: Pattern, sparesBacktracking: boolean): Rule<string> {
  const { source } = pattern;
  return {
    fits: sparesBacktracking
      ? (value) => pattern.isCheapFor(value) && pattern.test(value)
      : (value) => pattern.test(value),
    check: (value, run) => run.matches(pattern, value) || (run.reporting && failPattern(run, value, source)),
  };
}

function failPattern(run: Run, value: string, source: string): false {
  const message = `Expected a string matching ${quoteValue(source)}, got ${quoteValue(value)}`;
  return run.fail('pattern', message, { expected: source });
}

function compileFormat(name: string): Rule<string>[] {
  const format = formats.get(name);
  if (format === undefined) return [];
  const expectation = `Expected the format ${name}, such as ${quoteValue(format.example)}`;
  return [
    assertion(
      (value) => format.test(value),
      (value, run) => run.fail('format', `${expectation}, got ${quoteValue(value)}`, { expected: name }),
    ),
  ];
}

/** The length in code points: a surrogate pair is one character. */
function countCharacters(text: string): number {
  let count = text.length;
  for (let at = 0; at < text.length - 1; at++) {
    const high = text.charCodeAt(at);
    const low = text.charCodeAt(at + 1);
    if (high >= 0xd800 && high <= 0xdbff && low >= 0xdc00 && low <= 0xdfff) {
      count -= 1;
      at += 1;
    }
  }
  return count;
}

function characters(count: number): string {
  return countOf(count, 'character');
}

function lengthOf(text: string): string {
  return `${countCharacters(text)}: ${quoteValue(text)}`;
}
