import type { TermEntry } from './contract.js';
import type { TermMatch, TermMatcher } from './match/term-matcher.js';

/** Maximum number of cached texts: more than lie between two tools of a flow. */
const MOST_TEXTS = 2048;
/** Maximum length of a cached text; a longer one is not worth its memory. */
const MOST_CHARS = 1024;

type Finder = TermMatcher<TermEntry>;

const known = new WeakMap<Finder, Finder>();

/** Wraps a finder with a cache of recent texts: the tools of a flow look up the same sources. */
export function cachedFinder(find: Finder): Finder {
  let finder = known.get(find);
  if (finder === undefined) known.set(find, (finder = createRemembering(find)));
  return finder;
}

function createRemembering(find: Finder): Finder {
  const last = new Map<string, readonly TermMatch<TermEntry>[]>();
  return (text) => {
    if (text.length > MOST_CHARS) return find(text);
    let found = last.get(text);
    if (found === undefined) {
      found = find(text);
      if (last.size === MOST_TEXTS) last.clear();
      last.set(text, found);
    }
    return found;
  };
}
