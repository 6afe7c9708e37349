import { compileJsonSchema, isPlainObject } from '@helve/core';
import { readTextFile, type FileAccess } from '@helve/flow';
import type { ThreadSource } from '@helve/flow/engine';
import { l10nErrors } from '../../l10n-errors.js';
import { compilePattern, type Pattern } from '../../pattern/compile-pattern.js';

/** A redaction rule: a term or a pattern, never both. */
export interface RedactionRule {
  readonly term?: string;
  readonly pattern?: string;
  readonly category: string;
  readonly flags?: readonly ('ignorecase' | 'wholeword')[];
}

/** Schema of one rule in a config or a file. */
export const ruleSchema = {
  type: 'object',
  properties: {
    term: { type: 'string', minLength: 1, description: 'Text to redact.' },
    pattern: { type: 'string', minLength: 1, description: 'Regular expression that matches what to redact.' },
    category: {
      type: 'string',
      pattern: '^[A-Za-z0-9][A-Za-z0-9 _-]*$',
      description: 'Kind of data that is redacted.',
    },
    flags: {
      type: 'array',
      items: { enum: ['ignorecase', 'wholeword'] },
      description: 'Match in any case, or whole words only.',
    },
  },
  required: ['category'],
} as const;

const rulesInFile = compileJsonSchema({ type: 'array', items: ruleSchema }, { unknown: 'reject' });

/** Checks a rule beyond its schema. */
export function checkRule({ term, pattern, ...rule }: RedactionRule): string | undefined {
  if ((term === undefined) === (pattern === undefined)) return 'Expected either "term" or "pattern"';
  if (pattern === undefined) return undefined;
  try {
    compileRulePattern({ ...rule, pattern });
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Compiles the pattern of a rule; throws with the problem when it is invalid. */
export function compileRulePattern(
  { pattern, flags = [] }: RedactionRule & { readonly pattern: string },
  threads?: ThreadSource,
): Pattern {
  return compilePattern(pattern, {
    ignoreCase: flags.includes('ignorecase'),
    wholeWord: flags.includes('wholeword'),
    threads,
  });
}

/** Loads a file of rules: a list, or an object whose `rules` is one. */
export function loadRules(path: string, files: FileAccess | undefined): readonly RedactionRule[] {
  const read = parse(path, files);
  const checked = rulesInFile.check(isPlainObject(read) ? read['rules'] : read);
  if (!checked.ok) {
    const { pointer, message } = checked.issues[0] ?? { pointer: '', message: 'Expected a list of rules' };
    return refuse(path, `${message}, at "${pointer}"`);
  }
  // The value satisfies the schema that the type mirrors.
  const rules = checked.value as readonly RedactionRule[];
  for (const [index, rule] of rules.entries()) {
    const problem = checkRule(rule);
    if (problem !== undefined) refuse(path, `${problem}, at "/${index}"`);
  }
  return rules;
}

function parse(path: string, files: FileAccess | undefined): unknown {
  let text: string;
  try {
    text = readTextFile(path, files);
  } catch (cause) {
    return refuse(path, 'it cannot be opened', cause);
  }
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    return refuse(path, 'it is not valid JSON', cause);
  }
}

function refuse(file: string, problem: string, cause?: unknown): never {
  throw l10nErrors.create('L10N_RULES', { file, problem }, cause === undefined ? {} : { cause });
}
