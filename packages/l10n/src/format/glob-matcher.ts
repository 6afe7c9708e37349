/** Says whether a path is meant. */
export type PathMatcher = (path: string) => boolean;

/** A matcher for globs over key paths, whose parts are joined by dots. */
export function keyMatcher(globs: readonly string[]): PathMatcher {
  return globMatcher(globs, '.');
}

/** `*` is anything within a part, `**` any number of parts, `?` one character, `{a,b}` either. */
export function globMatcher(globs: readonly string[], separator: '.' | '/'): PathMatcher {
  if (globs.length === 0) return () => false;
  if (globs.includes('**')) return () => true;
  const patterns = globs.map((glob) => new RegExp(`^(?:${sourceOf(glob, separator)})$`, 'su'));
  return (path) => patterns.some((pattern) => pattern.test(path));
}

const token = /\*\*[./]|[./]\*\*$|\*\*|\*|\?|\{[^{}]*\}|[\\^$.|+()[\]{}/]/gu;

function sourceOf(glob: string, separator: '.' | '/'): string {
  const within = `[^${separator}]`;
  const cut = `\\${separator}`;
  return glob.replaceAll(token, (found) => {
    if (found === `**${separator}`) return `(?:.*${cut})?`;
    if (found === `${separator}**`) return `(?:${cut}.*)?`;
    if (found === '*') return `${within}*`;
    if (found === '?') return within;
    if (found.startsWith('**')) return `.*${literal(found.slice(2))}`;
    if (found.endsWith('**')) return `${literal(found.slice(0, -2))}.*`;
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
