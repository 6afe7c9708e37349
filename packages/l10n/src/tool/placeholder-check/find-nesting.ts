/** A tag that is not closed, or closes nothing. */
export interface NestingFault {
  readonly tag: string;
  /** In UTF-16 indexes. */
  readonly start: number;
  readonly end: number;
}

const tag = /<(\/?)([A-Za-z][\w.:-]*|\d+)((?:\s[^<>]*?)?)(\/?)>/g;
const noNames: ReadonlySet<string> = new Set();

/** Lists the names of the tags of a text that are opened and closed; any other name may be words in angle brackets. */
export function pairedNames(text: string): ReadonlySet<string> {
  if (!text.includes('</')) return noNames;
  const tags = [...text.matchAll(tag)];
  const closed = new Set(tags.flatMap(({ 1: slash, 2: name = '' }) => (slash === '/' ? [name.toLowerCase()] : [])));
  return new Set(
    tags.flatMap(({ 1: slash, 2: name = '' }) =>
      slash === '' && closed.has(name.toLowerCase()) ? [name.toLowerCase()] : [],
    ),
  );
}

/**
 * Finds the first tag of these names without a partner:
 *
 *     <b>one <i>two</b></i>
 *                  ^^^^
 */
export function findNestingFault(text: string, names: ReadonlySet<string>): NestingFault | undefined {
  if (names.size === 0 || !text.includes('<')) return undefined;
  const open: (NestingFault & { readonly name: string })[] = [];
  for (const { 0: raw, 1: slash, 2: written = '', 4: closed, index } of text.matchAll(tag)) {
    const name = written.toLowerCase();
    if (closed === '/' || !names.has(name)) continue;
    const place = { tag: raw, start: index, end: index + raw.length };
    if (slash === '') open.push({ ...place, name });
    else if (open.pop()?.name !== name) return place;
  }
  return open.at(-1);
}
