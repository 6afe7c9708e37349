const blockTags =
  'address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|' +
  'fieldset|figcaption|figure|footer|form|frame|frameset|h1|h2|h3|h4|h5|h6|head|header|hr|html|iframe|legend|li|link|' +
  'main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|' +
  'title|tr|track|ul';
const attribute = String.raw`\s+[A-Za-z_:][\w.:\-]*(?:\s*=\s*(?:[^\s"'=<>${'`'}]+|'[^']*'|"[^"]*"))?`;

/** The begin of an element, as CommonMark draws it. */
export const openTag = `<[A-Za-z][A-Za-z0-9\\-]*(?:${attribute})*\\s*\\/?>`;

/** The end of an element. */
export const closeTag = String.raw`<\/[A-Za-z][A-Za-z0-9\-]*\s*>`;

/** How a kind of HTML block begins and ends; one without an end lasts to a blank line. */
interface HtmlKind {
  readonly start: RegExp;
  readonly end?: RegExp;
  readonly interrupts: boolean;
  /** Whether its text stands between its begin and its end, and not behind. */
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

/** The HTML block that begins with a line, if one does. */
export function htmlStart(line: string, inParagraph: boolean): HtmlKind | undefined {
  return htmlKinds.find(({ start, interrupts }) => {
    start.lastIndex = 0;
    return (interrupts || !inParagraph) && start.test(line);
  });
}

/** The fence that a line opens: its characters, and what stands behind them. */
export function fenceStart(line: string): { readonly fence: string; readonly info: string } | undefined {
  const [, fence = '', info = ''] = /^(`{3,}(?=[^`]*$)|~{3,})(.*)$/u.exec(line) ?? [];
  return fence === '' ? undefined : { fence, info: info.trim() };
}

/** Whether a line ends the code that a fence opened. */
export function isFenceEnd(line: string, fence: string): boolean {
  const trimmed = line.trimEnd();
  return trimmed.length >= fence.length && trimmed === fence.charAt(0).repeat(trimmed.length);
}

/** The heading of one line: its level, and where its text stands in the line. */
export function atxHeading(
  line: string,
): { readonly level: number; readonly start: number; readonly end: number } | undefined {
  const [, marks = '', gap = ''] = /^(#{1,6})([ \t]+|$)/u.exec(line) ?? [];
  if (marks === '') return undefined;
  const start = marks.length + gap.length;
  const body = line.slice(start).replace(/(?:^|[ \t])#+[ \t]*$/u, '');
  return { level: marks.length, start, end: start + trimEnd(body).length };
}

/** The part of a heading before the name that it gives itself, as in `## Title {#name}`. */
export function withoutAnchor(text: string): string {
  return text.endsWith('}') ? text.replace(/(?:^|[ \t]+)\{#[^{}\s]+\}$/u, '') : text;
}

/** Whether a line is a rule across the page. */
export function isRule(line: string): boolean {
  return /^(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/u.test(line);
}

/** The level of the heading whose text stands above a line that underlines it. */
export function underlineLevel(line: string): 1 | 2 | undefined {
  if (/^=+[ \t]*$/u.test(line)) return 1;
  return /^-+[ \t]*$/u.test(line) ? 2 : undefined;
}

/** The marker that begins a line of a list. */
export function listMarker(line: string): string | undefined {
  return /^(?:[-+*]|\d{1,9}[.)])(?=[ \t]|$)/u.exec(line)?.[0];
}

/** Whether a marker may stand in the middle of a paragraph. */
export function interruptsParagraph(marker: string, line: string): boolean {
  return line.trim() !== marker && (marker.length === 1 || /^0*1[.)]$/u.test(marker));
}

/** The marker that begins a footnote. */
export function footnoteMarker(line: string): string | undefined {
  return /^\[\^[^\]\s]+\]:/u.exec(line)?.[0];
}

function trimEnd(text: string): string {
  return text.replace(/[ \t]+$/u, '');
}
