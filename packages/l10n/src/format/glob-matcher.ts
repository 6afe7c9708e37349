import { compilePattern, type Pattern } from '@helve/core';
import { l10nErrors } from '../l10n-errors.js';

/** Tests whether a path matches. */
export type PathMatcher = (path: string) => boolean;

/** Creates a matcher for globs over key paths, whose parts are joined by dots. */
export function keyMatcher(globs: readonly string[]): PathMatcher {
  return globMatcher(globs, '.');
}

/** Creates a matcher: `*` is anything within a part, `**` any number of parts, `?` one character, `{a,b}` either. */
export function globMatcher(globs: readonly string[], separator: '.' | '/'): PathMatcher {
  if (globs.length === 0) return () => false;
  if (globs.includes('**')) return () => true;
  const patterns = globs.map((glob) => patternOf(glob, separator));
  return (path) => patterns.some((pattern) => pattern.test(path));
}

/** Compiles a glob to a pattern in linear time: the sender of a document chooses its paths. */
function patternOf(glob: string, separator: '.' | '/'): Pattern {
  const compiled = compilePattern(`^(?:${sourceOf(glob, separator)})$`);
  if (compiled.kind === 'pattern') return compiled.pattern;
  throw l10nErrors.create('L10N_PATTERN', { pattern: glob.slice(0, 100), problem: compiled.problem });
}

/** Includes line ends. */
const any = String.raw`[\s\S]*`;
const token = /\*\*[./]|[./]\*\*$|\*\*|\*|\?|\{[^{}]*\}|[\\^$.|+()[\]{}/]/gu;

function sourceOf(glob: string, separator: '.' | '/'): string {
  const within = `[^${separator}]`;
  const cut = `\\${separator}`;
  return glob.replaceAll(token, (found) => {
    if (found === `**${separator}`) return `(?:${any}${cut})?`;
    if (found === `${separator}**`) return `(?:${cut}${any})?`;
    if (found === '*') return `${within}*`;
    if (found === '?') return within;
    if (found.startsWith('**')) return `${any}${literal(found.slice(2))}`;
    if (found.endsWith('**')) return `${literal(found.slice(0, -2))}${any}`;
    return found.length > 1 ? `(?:${choices(found, separator)})` : literal(found);
  });
}

function choices(group: string, separator: '.' | '/'): string {
  return group
    .slice(1, -1)
    .split(',')
    .map((one) => sourceOf(one, separator))
    .join('|');
}

function literal(text: string): string {
  return text.replaceAll(/[\\^$.|?*+()[\]{}/]/gu, '\\$&');
}
