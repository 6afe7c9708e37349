import { globPattern } from '@helve/flow/content';

/** Tests whether a key path matches. */
export type KeyMatcher = (path: string) => boolean;

/** Creates a matcher for globs over key paths, whose parts are joined by dots; no glob matches nothing. */
export function keyMatcher(globs: readonly string[]): KeyMatcher {
  // The common cases need no pattern.
  if (globs.length === 0) return () => false;
  if (globs.includes('**')) return () => true;
  const patterns = globs.map((glob) => globPattern(glob, 'key'));
  return (path) => patterns.some((pattern) => pattern.test(path));
}
