import { decodeHTMLAttribute } from 'entities/decode';

/** One attribute of a start tag, by its range in the tag; the range of a value has its quotes. */
export interface HtmlAttribute {
  /** In lower case. */
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly quote: '"' | "'" | '';
  /** The value as the file spells it, without quotes. */
  readonly raw: string;
}

const attribute =
  /[ \t\n\f\r/]*([^ \t\n\f\r/>][^ \t\n\f\r/>=]*)(?:[ \t\n\f\r]*=[ \t\n\f\r]*(?:"([^"]*)"|'([^']*)'|([^ \t\n\f\r>]*)))?/y;

/** Lists the attributes of a start tag with a value; of two with one name, the first counts. */
export function parseAttributes(tag: string): readonly HtmlAttribute[] {
  const found: HtmlAttribute[] = [];
  const seen = new Set<string>();
  attribute.lastIndex = /^<[^ \t\n\f\r/>]*/.exec(tag)?.[0].length ?? 0;
  for (let match = attribute.exec(tag); match !== null; match = attribute.exec(tag)) {
    const [, written = '', double, single, bare] = match;
    const name = written.toLowerCase();
    const raw = double ?? single ?? bare;
    if (raw !== undefined && !seen.has(name)) {
      const quote = double === undefined ? (single === undefined ? '' : "'") : '"';
      const end = attribute.lastIndex;
      found.push({ name, start: end - raw.length - 2 * quote.length, end, quote, raw });
    }
    seen.add(name);
  }
  return found;
}

/** Decodes the value of an attribute. */
export function decodeAttribute(raw: string): string {
  const lines = raw.includes('\r') ? raw.replaceAll(/\r\n?/g, '\n') : raw;
  return lines.includes('&') ? decodeHTMLAttribute(lines) : lines;
}

/** Returns the value of an attribute by its name. */
export function attributeValue(attributes: readonly HtmlAttribute[], name: string): string | undefined {
  const found = attributes.find((one) => one.name === name);
  return found === undefined ? undefined : decodeAttribute(found.raw);
}
