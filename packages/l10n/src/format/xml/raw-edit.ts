import { escapeValue } from './escape-xml.js';
import { findAttribute, isSelfClosing, type XmlElement } from './xml-node.js';

/** A range of a text and its replacement. */
export interface RawEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Applies replacements to a text; they do not overlap, and those at one position keep their order. */
export function applyEdits(raw: string, edits: readonly RawEdit[]): string {
  let text = '';
  let at = 0;
  for (const edit of edits.toSorted((a, b) => a.start - b.start)) {
    text += raw.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return text + raw.slice(at);
}

/** Sets an attribute in place, or inserts it after the last one; undefined removes it. */
export function setAttribute(raw: string, element: XmlElement, name: string, value: string | undefined): RawEdit[] {
  const found = findAttribute(element, name);
  if (value === undefined) {
    if (!found) return [];
    const start = raw.slice(0, found.nameStart).trimEnd().length;
    return [{ start, end: found.valueEnd + 1, text: '' }];
  }
  if (found?.value === value) return [];
  if (found) return [{ start: found.valueStart, end: found.valueEnd, text: escapeValue(value) }];
  const at = attributesEnd(raw, element);
  return [{ start: at, end: at, text: ` ${name}="${escapeValue(value)}"` }];
}

/** Returns the position for another attribute in a start tag. */
export function attributesEnd(raw: string, element: XmlElement): number {
  const close = element.openEnd - (isSelfClosing(element) ? 2 : 1);
  return raw.slice(element.start, close).trimEnd().length + element.start;
}

/** Returns the white space before an element, from the last line end on. */
export function indentBefore(raw: string, at: number): string {
  const match = /(?:\r\n|\r|\n)[ \t]*$/u.exec(raw.slice(0, at));
  return match?.[0] ?? '';
}
