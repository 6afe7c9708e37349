import {
  createRedactor,
  type RedactMode,
  type Redactor,
  sha256,
  type TextPattern,
  type ToolInvokeContext,
} from '@helve/core';
import { aText, check, oneOf, type OptionCheck, aListOfTexts } from '@helve/core/options';
import { optionInvalid } from '../check-hook-options.js';
import { governErrors } from '../govern-errors.js';

/** Rules for removing parts of a value. */
export interface RedactionOptions {
  /** JSON pointers; `*` stands for any one name or index. */
  readonly paths?: readonly string[];
  /** Patterns of sensitive texts. */
  readonly patterns?: readonly TextPattern[];
  /** Names of sensitive fields, at any depth. */
  readonly keys?: readonly string[];
  /** Default: `mask`. */
  readonly mode?: RedactMode;
  /** Added to the digests of mode `hash`, so that nobody can guess values by hashing them. */
  readonly salt?: string;
}

export const redactionChecks: { readonly [K in keyof Required<RedactionOptions>]: OptionCheck } = {
  paths: aListOfTexts,
  patterns: check('a list of patterns or functions', isPatterns),
  keys: aListOfTexts,
  mode: oneOf('mask', 'remove', 'hash'),
  salt: aText,
};

/** Creates a redactor of exactly these rules. */
export function toRedactor(hook: string, options: RedactionOptions): Redactor {
  const { paths = [], patterns = [], keys = [], mode = 'mask', salt = '' } = options;
  try {
    return createRedactor({ paths, patterns, keys, mode, hash: (text) => `sha256:${sha256(salt + text)}` });
  } catch (error) {
    throw optionInvalid(hook, error instanceof Error ? error.message : String(error));
  }
}

/** Redacts a value in a copy where needed; throws where it cannot be redacted. */
export function redactOrFail(
  ctx: ToolInvokeContext,
  side: 'input' | 'output',
  redactor: Redactor,
  value: unknown,
): unknown {
  const { value: copy, redacted } = redactor.redact(value);
  const failed = copy === '[unreadable]' && redacted[0] === '';
  if (failed) throw governErrors.create('GOVERN_REDACTION_FAILED', { side, tool: ctx.toolId });
  return redacted.length === 0 ? value : copy;
}

function isPatterns(value: unknown): boolean {
  if (!Array.isArray(value) || value.length === 0) return false;
  return value.every((item) => item instanceof RegExp || typeof item === 'function');
}
