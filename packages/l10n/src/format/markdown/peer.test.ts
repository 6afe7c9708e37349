import { fromMarkdown } from 'mdast-util-from-markdown';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readInline } from './inline.js';
import { isLeaf, leafText } from './leaf.js';
import { parseMarkdown } from './parse.js';

type Tree = ReturnType<typeof fromMarkdown>;
type PeerNode = Tree | Tree['children'][number];

/** Formats a document as both readers do: one line for each text, with its marks in parentheses. */
function ownReading(markdown: string): readonly string[] {
  const { items, labels } = parseMarkdown(markdown, 0, 100);
  return items.map((item) => {
    if (!isLeaf(item)) return `definition ${item.label}`;
    const text = leafText(markdown, item);
    if (item.kind === 'fenced' || item.kind === 'indented') return `code ${squeezed(text)}`;
    if (item.kind === 'html') return `html ${squeezed(text)}`;
    const kind = item.level > 0 ? `heading${item.level}` : 'paragraph';
    return `${kind} ${squeezed(ownInline(text.trimEnd(), labels))}`;
  });
}

function ownInline(content: string, labels: ReadonlySet<string>): string {
  const shown = { 'md:image': '(image)', 'md:break': '(break)' } as const;
  return readInline(content, (label) => labels.has(label), { inlineCode: true })
    .map((run) => {
      if (run.kind === 'text') return run.text;
      if (!('data' in run)) return '';
      if (run.subType?.startsWith('html:') === true) return `(html ${run.data})`;
      if (run.kind === 'pc-open') return `(${run.type.replace(/^.*:/u, '')} `;
      if (run.kind === 'pc-close') return ')';
      if (run.subType === 'md:autolink') return `(hyperlink ${run.data.slice(1, -1)})`;
      return shown[run.subType as keyof typeof shown] ?? `(html ${run.data})`;
    })
    .join('');
}

function peerReading(markdown: string): readonly string[] {
  return peerTexts(fromMarkdown(markdown));
}

function peerTexts(node: PeerNode): readonly string[] {
  switch (node.type) {
    case 'paragraph':
      return [`paragraph ${squeezed(node.children.map(peerInline).join(''))}`];
    case 'heading':
      return [`heading${node.depth} ${squeezed(node.children.map(peerInline).join(''))}`];
    case 'code':
    case 'html':
      return [`${node.type} ${squeezed(node.value)}`];
    case 'definition':
      return [`definition ${node.identifier.toUpperCase()}`];
    default:
      return 'children' in node ? node.children.flatMap((child) => peerTexts(child as PeerNode)) : [];
  }
}

function peerInline(node: PeerNode): string {
  const names: Readonly<Record<string, string>> = { emphasis: 'italic', strong: 'bold' };
  if (node.type === 'text') return node.value;
  if (node.type === 'inlineCode') return `(code ${node.value})`;
  if (node.type === 'html') return `(html ${node.value})`;
  if (node.type === 'image' || node.type === 'imageReference') return '(image)';
  if (node.type === 'break') return '(break)';
  const inner = 'children' in node ? node.children.map((child) => peerInline(child as PeerNode)).join('') : '';
  return `(${names[node.type] ?? 'hyperlink'} ${inner})`;
}

function squeezed(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').trim();
}

describe('the Markdown reader and another one', () => {
  test.each([
    'Title\n===\nText\n---\n\n# One #\n## Two # three ###\n#no\n',
    '> a\nb\n> > c\n> d\n\n> - e\n>   f\n> 2. g\n',
    '- a\n\n  b\n - c\n\n      code\n- \n  d\n10) e\n    f\n',
    '-\ta\n\n\tb\n\n\t\tcode\n',
    '    code\n\n\n      more\n    \ntext\n    lazy\n',
    '~~~ js\n```\n~~~~\n\n   ```\n  a\n     b\n```` \n> ```\n> c\nd\n',
    '<div>\n*a*\n\n*b*\n</div>\n<!-- c\n\nd --> e\n<x>\nf\n\ng\n<y>\n',
    '[a]: /b "c"\n[d]:\n/e\n[f]: <g h>\n\'i\nj\'\nk [a] [D][] [l][f] [m]\n',
    '[a](b) [c](<d e> "f") [g](h (i)) [j] (k) [l](m n) ![o [p](q)](r) [s ![t](u)](v)\n',
    '*a **b** c* ***d*** **e*f** _g_h_ __i__ *j_k*l_ **m*\n',
    '`a` ``b`c`` `d\ne` ` f ` `g `` h\n',
    '\\*a\\* \\b &amp; &#35; &#x22; &nope; &copy; a\\\nb  \nc \nd\n',
    '<a b="c>d"> </e> <f@g.h> <xy:z> <!-- i --> <?j?> <!K l> <![CDATA[m]]> < n\n',
    '* * *\n- - -\n_____\n*\n+ a\n+\n\n  b\n',
  ])('T106 markdown and a parser of its kind read %j alike', (markdown) => {
    expect(ownReading(markdown)).toEqual(peerReading(markdown));
  });

  test('T106 markdown and a parser of its kind read any paragraphs alike', () => {
    const word = fc.constantFrom(
      'a',
      'bc',
      'é',
      '1.',
      '(x)',
      '“q”',
      'a_b',
      '3 < 4',
      '&lt;',
      '\\*',
      '!',
      '[y]',
      '---',
      '#',
    );
    const marked = fc
      .tuple(fc.constantFrom('*', '**', '_', '__', '`', '``'), word)
      .map(([mark, text]) => mark + text + mark);
    const link = word.map((text) => `[${text}](/u "t")`);
    const html = word.map((text) => `<b>${text}</b>`);
    const inline = fc.array(fc.oneof(word, marked, link, html), { minLength: 1, maxLength: 6 });
    const line = inline.map((pieces) => `w ${pieces.join(' ')}`);
    const paragraph = fc.array(line, { minLength: 1, maxLength: 3 }).map((lines) => lines.join('\n'));
    const prefix = fc.constantFrom('', '> ', '- ', '# ', '    ', '1. > ');
    const block = fc.tuple(prefix, paragraph).map(([mark, text]) => mark + text);
    const document = fc.array(block, { maxLength: 4 }).map((blocks) => blocks.join('\n\n'));
    fc.assert(
      fc.property(document, (markdown) => {
        expect(ownReading(markdown)).toEqual(peerReading(markdown));
      }),
      { numRuns: 400 },
    );
  });
});
