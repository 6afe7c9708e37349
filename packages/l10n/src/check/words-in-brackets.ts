import type { Run } from '@helve/flow';

/** The elements of HTML, and common ones of SVG and MathML. */
const elements = new Set(
  (
    'a abbr acronym address area article aside audio b base bdi bdo big blockquote body br button canvas caption center ' +
    'cite code col colgroup data datalist dd del details dfn dialog div dl dt em embed fieldset figcaption figure font ' +
    'footer form g h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe image img input ins kbd label legend li link ' +
    'main map mark math menu meta meter nav nobr noscript object ol optgroup option output p param path picture pre ' +
    'progress q rp rt ruby s samp script search section select slot small source span strike strong style sub summary ' +
    'sup svg table tbody td template text textarea tfoot th thead time title tr track tt u ul use var video wbr'
  ).split(' '),
);

/** True when a tag of this name is markup. */
export function isElement(name: string): boolean {
  return elements.has(name.toLowerCase());
}

/** Boolean attributes of HTML. */
const flags = new Set(
  (
    'allowfullscreen async autofocus autoplay checked controls default defer disabled formnovalidate hidden inert ismap ' +
    'itemscope loop multiple muted nomodule novalidate open playsinline readonly required reversed selected'
  ).split(' '),
);

/**
 * True when a code that looks like a tag is really words in angle brackets, such as `<file name>` or `<unknown>`, which
 * people translate: it has no partner, is not an HTML element, and has neither attributes nor the slash of an empty
 * element. Words between doubled braces that are each a code of their own, as in "`{{` or `}}`", are not a variable
 * either.
 */
export function isWordsInBrackets(run: Run): boolean {
  if (run.kind !== 'ph' && run.kind !== 'pc-open' && run.kind !== 'pc-close') return false;
  if (run.kind === 'ph' && run.data.startsWith('{{')) return run.data.includes('`');
  if (run.type !== 'code:markup' || (run.kind !== 'ph' && run.isolated !== true)) return false;
  return isWords(run.data);
}

/** True when data that looks like a tag is words in angle brackets. */
export function isWords(data: string): boolean {
  const inside = /^<([A-Za-z][^<>="]*)(?<!\/)>$/.exec(data)?.[1] ?? '';
  const [name = '', ...words] = inside
    .trim()
    .toLowerCase()
    .split(/[\s/]+/);
  return name !== '' && (!elements.has(name) || words.some((word) => !flags.has(word)));
}
