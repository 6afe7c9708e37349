import type { Pattern } from '../pattern/compile-pattern.js';
import { quoteValue } from './describe-value.js';
import { formats } from './formats.js';
import { isMultipleOf } from './multiple-of.js';
import type { Rule, Run } from './run.js';
import type { SchemaNode } from './schema-node.js';

/** The rules of a node about numbers. */
export function compileNumberRules(node: SchemaNode): Rule<number>[] {
  const rules: Rule<number>[] = [];
  const { minimum, maximum, exclusiveMinimum: above, exclusiveMaximum: below, multipleOf } = node;
  if (minimum !== undefined) {
    rules.push((value, run) => value >= minimum || failBound(run, 'minimum', 'of at least', minimum, value));
  }
  if (maximum !== undefined) {
    rules.push((value, run) => value <= maximum || failBound(run, 'maximum', 'of at most', maximum, value));
  }
  if (above !== undefined) {
    rules.push((value, run) => value > above || failBound(run, 'exclusiveMinimum', 'greater than', above, value));
  }
  if (below !== undefined) {
    rules.push((value, run) => value < below || failBound(run, 'exclusiveMaximum', 'less than', below, value));
  }
  if (multipleOf !== undefined) {
    rules.push(
      (value, run) =>
        isMultipleOf(value, multipleOf) || failBound(run, 'multipleOf', 'that is a multiple of', multipleOf, value),
    );
  }
  return rules;
}

function failBound(run: Run, keyword: string, relation: string, expected: number, value: number): boolean {
  return run.reporting && run.fail(keyword, `Expected a number ${relation} ${expected}, got ${value}`, { expected });
}

/** The rules of a node about strings. */
export function compileStringRules(node: SchemaNode, assertFormats: boolean): Rule<string>[] {
  const rules: Rule<string>[] = [];
  const { minLength, maxLength, pattern, format } = node;
  if (minLength !== undefined && minLength > 0) rules.push(compileMinLength(minLength));
  if (maxLength !== undefined) rules.push(compileMaxLength(maxLength));
  if (pattern !== undefined) rules.push(compilePatternRule(pattern));
  if (format !== undefined && assertFormats) rules.push(...compileFormat(format));
  return rules;
}

function compileMinLength(expected: number): Rule<string> {
  return (value, run) =>
    value.length >= 2 * expected ||
    (value.length >= expected && countCharacters(value) >= expected) ||
    (run.reporting &&
      run.fail('minLength', `Expected at least ${characters(expected)}, got ${lengthOf(value)}`, { expected }));
}

function compileMaxLength(expected: number): Rule<string> {
  return (value, run) =>
    value.length <= expected ||
    (value.length <= 2 * expected && countCharacters(value) <= expected) ||
    (run.reporting &&
      run.fail('maxLength', `Expected at most ${characters(expected)}, got ${lengthOf(value)}`, { expected }));
}

function compilePatternRule(pattern: Pattern): Rule<string> {
  return (value, run) =>
    run.matches(pattern, value) ||
    (run.reporting &&
      run.fail('pattern', `Expected a string matching ${quoteValue(pattern.source)}, got ${quoteValue(value)}`, {
        expected: pattern.source,
      }));
}

function compileFormat(name: string): Rule<string>[] {
  const format = formats.get(name);
  if (format === undefined) return [];
  return [
    (value, run) =>
      format.test(value) ||
      (run.reporting &&
        run.fail(
          'format',
          `Expected the format ${name}, such as ${quoteValue(format.example)}, got ${quoteValue(value)}`,
          {
            expected: name,
          },
        )),
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
  return count === 1 ? '1 character' : `${count} characters`;
}

function lengthOf(text: string): string {
  return `${countCharacters(text)}: ${quoteValue(text)}`;
}
