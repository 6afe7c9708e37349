/** A part of a text in Markdown, as far as the docs of tools use it. */
export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly string[] }
  | { readonly kind: 'code'; readonly text: string };

/** Words of a block in one style. */
export interface InlineText {
  readonly kind: 'plain' | 'code' | 'strong';
  readonly text: string;
}

/** Splits Markdown into blocks; unknown syntax stays as it is written. */
export function toBlocks(markdown: string): readonly Block[] {
  const blocks: Block[] = [];
  for (const [matched, code, prose] of markdown.matchAll(/^ *```[^\n]*\n(.*?)^ *```|(.*?)(?=^ *```|$(?![\s\S]))/gms)) {
    if (matched === '') continue;
    if (code === undefined) blocks.push(...(prose ?? '').split(/\n\s*\n/).flatMap(toProse));
    else blocks.push({ kind: 'code', text: code.trimEnd() });
  }
  return blocks;
}

/** Splits the text of a block into plain, code and strong parts. */
export function toInlineTexts(text: string): readonly InlineText[] {
  return [...text.matchAll(/`([^`]+)`|\*\*([^*]+)\*\*|(?:(?!`[^`]+`|\*\*[^*]+\*\*)[\s\S])+/g)].map(
    ([plain, code, strong]): InlineText => {
      if (code !== undefined) return { kind: 'code', text: code };
      return strong === undefined ? { kind: 'plain', text: plain } : { kind: 'strong', text: strong };
    },
  );
}

const marker = /^\s*(?:[-*+]|\d+[.)])\s+/;

function toProse(text: string): readonly Block[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const [first = ''] = lines;
  const heading = /^(#{1,6})\s+(.*?)\s*#*$/.exec(first);
  if (heading) {
    const [, marks = '#', title = ''] = heading;
    return [{ kind: 'heading', level: marks.length, text: title }, ...toProse(lines.slice(1).join('\n'))];
  }
  if (lines.length === 0) return [];
  const start = lines.findIndex((line) => marker.test(line));
  if (start === 0) return [{ kind: 'list', ordered: /^\s*\d/.test(first), items: toItems(lines) }];
  if (first.startsWith('|')) return [{ kind: 'code', text: lines.join('\n') }];
  const proseLines = start === -1 ? lines : lines.slice(0, start);
  const paragraph: Block = { kind: 'paragraph', text: proseLines.map((line) => line.trim()).join(' ') };
  return [paragraph, ...(start === -1 ? [] : toProse(lines.slice(start).join('\n')))];
}

/** A line without a marker goes on with the item before it. */
function toItems(lines: readonly string[]): readonly string[] {
  const items: string[] = [];
  for (const line of lines) {
    if (marker.test(line)) items.push(line.replace(marker, '').trim());
    else items.push(`${items.pop() ?? ''} ${line.trim()}`.trim());
  }
  return items;
}
