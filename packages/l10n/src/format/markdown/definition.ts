import { leafText, type Definition, type Leaf } from './leaf.js';
import { destination, labelAt, normalLabel, skipBlanks, titleAt } from './link-tail.js';
import type { TextRange } from '../../text/text-range.js';

interface Found {
  readonly label: string;
  readonly url: TextRange;
  readonly title: TextRange | undefined;
  readonly end: number;
}

/** Takes the definitions from the start of a paragraph, which keeps the remaining lines. */
export function takeDefinitions(text: string, leaf: Leaf): Definition[] {
  const content = leafText(text, leaf);
  const locate = placer(leaf, content);
  const definitions: Definition[] = [];
  let at = 0;
  for (let found = definitionAt(content, at); found; found = definitionAt(content, at)) {
    const { label, url, title } = found;
    definitions.push({ label: normalLabel(label), url: locate(url), title: title && locate(title) });
    at = found.end;
  }
  const passed = at >= content.length ? leaf.lines.length : content.slice(0, at).split('\n').length - 1;
  leaf.lines.splice(0, passed);
  return definitions;
}

function definitionAt(content: string, at: number): Found | undefined {
  if (content[at] !== '[') return undefined;
  const label = labelAt(content, at);
  if (label === undefined || content[at + label.length] !== ':') return undefined;
  const url = destination(content, skipBlanks(content, at + label.length + 1));
  if (!url) return undefined;
  const urlEnd = url.end + (content[url.start - 1] === '<' ? 1 : 0);
  const gapEnd = skipBlanks(content, urlEnd);
  const title = gapEnd > urlEnd ? titleAt(content, gapEnd) : undefined;
  const named = title && lineEnd(content, title.end + 1);
  if (title && named !== undefined) return { label: label.slice(1, -1), url, title, end: named };
  const end = lineEnd(content, urlEnd);
  return end === undefined ? undefined : { label: label.slice(1, -1), url, title: undefined, end };
}

/** Returns the start of the next line, if the rest of this one is blank. */
function lineEnd(content: string, from: number): number | undefined {
  let at = from;
  while (content[at] === ' ' || content[at] === '\t') at += 1;
  if (at >= content.length) return content.length;
  return content[at] === '\n' ? at + 1 : undefined;
}

/** Creates a mapping from ranges of the content to the text; ranges must come in order. */
function placer({ lines }: Leaf, content: string): (span: TextRange) => TextRange {
  let line = 0;
  let from = 0;
  const at = (index: number): number => {
    for (let end = content.indexOf('\n', from); end >= 0 && end < index; end = content.indexOf('\n', from)) {
      from = end + 1;
      line += 1;
    }
    return (lines[line]?.start ?? 0) + index - from;
  };
  return ({ start, end }) => ({ start: at(start), end: at(end) });
}
