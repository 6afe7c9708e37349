import { l10nErrors } from '../../l10n-errors.js';
import { isUnambiguous } from '../../pattern/is-unambiguous.js';

/**
 * Compiles a pattern of a user; one that may be slow is refused, since it runs while a file is read, without a time
 * limit.
 */
export function safePattern(pattern: string, flags: 'gv' | 'v'): RegExp {
  const regex = toRegex(pattern, flags);
  if (isUnambiguous(pattern, flags)) return regex;
  throw l10nErrors.create('L10N_PATTERN', {
    pattern,
    problem: 'it can match in more than one way and may never finish',
  });
}

function toRegex(pattern: string, flags: string): RegExp {
  try {
    return new RegExp(pattern, flags);
  } catch (cause) {
    const problem = cause instanceof Error ? cause.message : String(cause);
    throw l10nErrors.create('L10N_PATTERN', { pattern, problem }, { cause });
  }
}
