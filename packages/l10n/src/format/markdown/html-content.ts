import type { Run } from '@helve/flow';
import { tagPattern } from '../code/code-preset.js';
import { entityAt, toEntity } from './entity.js';
import type { InlineNode } from './inline-node.js';
import type { TextRange } from '../../text/text-range.js';
import { numberNodes } from './number-nodes.js';
import { templateAt } from '../code/template.js';

const markup = new RegExp(
  `<!--[^]*?(?:-->|$)|<\\?[^]*?(?:\\?>|$)|<!\\[CDATA\\[[^]*?(?:\\]\\]>|$)|<![A-Za-z][^>]*>|` +
    `<(?<raw>script|style)[\\s>][^]*?(?:</\\k<raw>\\s*>|$)|${tagPattern}|[&\\{]`,
  'gi',
);

type PositionedNode = { readonly node: InlineNode } & TextRange;

/** Parses a range of HTML to runs: tags are codes, character references are text. */
export function readHtml(html: string): Run[] {
  return numberNodes(parseNodes(html).map(({ node }) => node));
}

/** Returns the range of some HTML that contains its text, without tags and white space around all of it. */
export function htmlTextSpan(html: string): TextRange | undefined {
  const nodes = parseNodes(html);
  const runs = numberNodes(nodes.map(({ node }) => node));
  let first = 0;
  let last = nodes.length - 1;
  while (first <= last) {
    const paired = encloses(runs[first], runs[last]);
    if (!paired && !isBare(runs[first]) && !isBare(runs[last])) break;
    if (paired || !isBare(runs[first])) last -= 1;
    if (paired || isBare(runs[first])) first += 1;
  }
  if (!runs.slice(first, last + 1).some((run) => run.kind === 'text' && run.text.trim() !== '')) return undefined;
  return trimmed(html, nodes[first]?.start ?? 0, nodes[last]?.end ?? 0);
}

/** Encodes text as HTML without blank lines, or without line ends at all. */
export function toHtmlText(text: string, lines: boolean): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r\n', '\n')
    .replaceAll(lines ? /\r|(?<=\n[ \t]*)\n/gu : /[\r\n]/gu, toEntity);
}

/** Parses HTML to nodes; adjacent texts are one node, so that nodes and runs correspond. */
function parseNodes(html: string): readonly PositionedNode[] {
  const nodes: PositionedNode[] = [];
  let text = '';
  let from = 0;
  let at = 0;
  const flush = (end: number): void => {
    if (text !== '') nodes.push({ node: { kind: 'text', text }, start: from, end });
    text = '';
  };
  for (const { index, 0: data } of html.matchAll(markup)) {
    if (index < at) continue;
    text += html.slice(at, index);
    const entity = data === '&' ? entityAt(html, index) : undefined;
    const node = toCode(data === '{' ? templateAt(html, index) : data);
    at = index + (entity?.length ?? (node && 'data' in node ? node.data.length : data.length));
    if (node) {
      flush(index);
      nodes.push({ node, start: index, end: at });
      from = at;
    } else text += entity?.text ?? data;
  }
  text += html.slice(at);
  flush(html.length);
  return nodes;
}

function toCode(data: string): InlineNode | undefined {
  if (data === '&' || data === '') return undefined;
  if (data.startsWith('{')) return { kind: 'ph', type: 'code:function', subType: 'template', data };
  if (/^<[!?]|^<(?:script|style)[\s>]/iu.test(data))
    return { kind: 'ph', type: 'code:markup', subType: 'md:html', data };
  return { kind: 'tag', data };
}

function isBare(run: Run | undefined): boolean {
  if (run?.kind === 'text') return run.text.trim() === '';
  return run?.kind === 'ph' || ((run?.kind === 'pc-open' || run?.kind === 'pc-close') && run.isolated === true);
}

function encloses(opener: Run | undefined, closer: Run | undefined): boolean {
  return opener?.kind === 'pc-open' && closer?.kind === 'pc-close' && opener.id === closer.id;
}

function trimmed(html: string, start: number, end: number): TextRange {
  const body = html.slice(start, end);
  return { start: start + body.length - body.trimStart().length, end: end - (body.length - body.trimEnd().length) };
}
