const blockTags =
  'address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|' +
  'fieldset|figcaption|figure|footer|form|frame|frameset|h1|h2|h3|h4|h5|h6|head|header|hr|html|iframe|legend|li|link|' +
  'main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|' +
  'title|tr|track|ul';
const attribute = String.raw`\s+[A-Za-z_:][\w.:\-]*(?:\s*=\s*(?:[^\s"'=<>${'`'}]+|'[^']*'|"[^"]*"))?`;

/** Start tag, by CommonMark. */
export const openTag = `<[A-Za-z][A-Za-z0-9\\-]*(?:${attribute})*\\s*\\/?>`;

/** End tag. */
export const closeTag = String.raw`<\/[A-Za-z][A-Za-z0-9\-]*\s*>`;

/** Start and end of a kind of HTML block; one without an end lasts to a blank line. */
interface HtmlKind {
  readonly start: RegExp;
  readonly end?: RegExp;
  readonly interrupts: boolean;
  /** True when its text is between its start and its end, not after. */
  readonly holdsLines?: true;
}

const htmlKinds: readonly HtmlKind[] = [
  {
    start: /<(?:script|pre|style|textarea)(?:\s|>|$)/iy,
    end: /<\/(?:script|pre|style|textarea)>/i,
    interrupts: true,
    holdsLines: true,
  },
  { start: /<!--/y, end: /-->/, interrupts: true },
  { start: /<\?/y, end: /\?>/, interrupts: true },
  { start: /<![A-Za-z]/y, end: />/, interrupts: true },
  { start: /<!\[CDATA\[/y, end: /\]\]>/, interrupts: true },
  { start: new RegExp(`</?(?:${blockTags})(?:\\s|/?>|$)`, 'iy'), interrupts: true },
  { start: new RegExp(`(?:${openTag}|${closeTag})[ \\t]*$`, 'y'), interrupts: false },
];

/** Returns the kind of HTML block that starts with a line. */
export function htmlStart(line: string, inParagraph: boolean): HtmlKind | undefined {
  return htmlKinds.find(({ start, interrupts }) => {
    start.lastIndex = 0;
    return (interrupts || !inParagraph) && start.test(line);
  });
}

/** Parses the fence that a line opens: its characters, and the text after them. */
export function fenceStart(line: string): { readonly fence: string; readonly info: string } | undefined {
  const [, fence = '', info = ''] = /^(`{3,}(?=[^`]*$)|~{3,})(.*)$/u.exec(line) ?? [];
  return fence === '' ? undefined : { fence, info: info.trim() };
}

/** True when a line closes a fence. */
export function isFenceEnd(line: string, fence: string): boolean {
  const trimmed = line.trimEnd();
  return trimmed.length >= fence.length && trimmed === fence.charAt(0).repeat(trimmed.length);
}

/** Parses a heading of one line: its level, and the range of its text in the line. */
export function atxHeading(
  line: string,
): { readonly level: number; readonly start: number; readonly end: number } | undefined {
  const [, marks = '', gap = ''] = /^(#{1,6})([ \t]+|$)/u.exec(line) ?? [];
  if (marks === '') return undefined;
  const start = marks.length + gap.length;
  const body = line.slice(start).replace(/(?:^|[ \t])#+[ \t]*$/u, '');
  return { level: marks.length, start, end: start + trimEnd(body).length };
}

/** Returns the part of a heading before its own anchor, as in `## Title {#name}`. */
export function withoutAnchor(text: string): string {
  return text.endsWith('}') ? text.replace(/(?:^|[ \t]+)\{#[^{}\s]+\}$/u, '') : text;
}

/** True when a line is a thematic break. */
export function isRule(line: string): boolean {
  return /^(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/u.test(line);
}

/** Returns the level of the heading that a line underlines. */
export function underlineLevel(line: string): 1 | 2 | undefined {
  if (/^=+[ \t]*$/u.test(line)) return 1;
  return /^-+[ \t]*$/u.test(line) ? 2 : undefined;
}

/** Returns the list marker at the start of a line. */
export function listMarker(line: string): string | undefined {
  return /^(?:[-+*]|\d{1,9}[.)])(?=[ \t]|$)/u.exec(line)?.[0];
}

/** True when a marker may interrupt a paragraph. */
export function interruptsParagraph(marker: string, line: string): boolean {
  return line.trim() !== marker && (marker.length === 1 || /^0*1[.)]$/u.test(marker));
}

/** Returns the footnote marker at the start of a line. */
export function footnoteMarker(line: string): string | undefined {
  return /^\[\^[^\]\s]+\]:/u.exec(line)?.[0];
}

function trimEnd(text: string): string {
  return text.replace(/[ \t]+$/u, '');
}
