import { isPlainObject } from '@helve/core';
import type { LocaleId } from '@helve/flow';
import type { TmxAttributes, TmxHeader, TmxRemark } from '../format/tmx/tmx-unit.js';
import { writeSeg, type SegLoss } from '../format/tmx/write-seg.js';
import { escapeXmlText, escapeValue, isXmlText } from '../format/xml/escape-xml.js';
import type { TmEntry } from '../memory/contract.js';
import { toTmxDate } from './tmx-date.js';
import { TMX_PROPERTY, type TmxFacts, type TmxUnitFacts } from './unit-drafts.js';

/** Writes the start of a file, before its units. */
export function tmxStart({ attributes, remarks }: Pick<TmxHeader, 'attributes' | 'remarks'>): string {
  const inside = remarks.map((remark) => `    ${remarkText(remark)}\n`).join('');
  const header =
    inside === ''
      ? `<header${attributeText(attributes)}/>`
      : `<header${attributeText(attributes)}>\n${inside}  </header>`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<tmx version="1.4">\n  ${header}\n  <body>\n`;
}

/** End of a file, after its units. */
export const tmxEnd = '  </body>\n</tmx>\n';

/** Creates the header of a file that Helve writes. */
export function ownHeader(source: LocaleId | undefined, version: string, createdAt: string): TmxHeader {
  const date = toTmxDate(createdAt);
  return {
    version: '1.4',
    remarks: [],
    attributes: {
      creationtool: 'helve',
      creationtoolversion: version,
      segtype: 'sentence',
      'o-tmf': 'helve.memory/v1',
      adminlang: 'en',
      srclang: source ?? '*all*',
      datatype: 'unknown',
      ...(date !== undefined && { creationdate: date }),
    },
  };
}

/** A unit as XML, and its losses. */
export interface WrittenUnit {
  readonly xml: string;
  readonly losses: readonly SegLoss[];
}

/** Writes one entry as a unit, with the named languages, in the order of the entry. */
export function writeUnit(entry: TmEntry, locales: ReadonlySet<LocaleId>): WrittenUnit {
  const facts = keptIn(entry);
  const losses = new Set<SegLoss>();
  const variants = Object.entries(entry.variants)
    .filter(([locale]) => locales.has(locale))
    .map(([locale, runs]) => {
      const { xml, losses: own } = writeSeg(runs);
      for (const loss of own) losses.add(loss);
      return variantText(locale, xml, facts?.variants?.[locale] ?? {});
    });
  const remarks = unitRemarks(entry, facts?.remarks ?? []).map((remark) => `      ${remarkText(remark)}\n`);
  const attributes = facts === undefined ? ownAttributes(entry) : (facts.attributes ?? {});
  const xml = `    <tu${attributeText(attributes)}>\n${remarks.join('')}${variants.join('')}    </tu>\n`;
  return { xml, losses: [...losses] };
}

function variantText(locale: LocaleId, seg: string, { attributes = {}, remarks = [] }: TmxFacts): string {
  const inside = remarks.map((remark) => `        ${remarkText(remark)}\n`).join('');
  const start = attributeText({ 'xml:lang': locale, ...attributes });
  return `      <tuv${start}>\n${inside}        <seg>${seg}</seg>\n      </tuv>\n`;
}

/** Lists the note and the properties first, then the other remarks. */
function unitRemarks({ note, properties }: TmEntry, rest: readonly TmxRemark[]): readonly TmxRemark[] {
  const props = Object.entries(properties).filter(([type]) => type !== TMX_PROPERTY);
  return [
    ...(note === undefined ? [] : [{ kind: 'note' as const, attributes: {}, text: note }]),
    ...props.map(([type, text]) => ({ kind: 'prop' as const, attributes: { type }, text })),
    ...rest,
  ];
}

function ownAttributes({ createdAt, updatedAt, id }: TmEntry): TmxAttributes {
  const [created, changed] = [toTmxDate(createdAt), toTmxDate(updatedAt)];
  return {
    tuid: id,
    ...(created !== undefined && { creationdate: created }),
    ...(changed !== undefined && { changedate: changed }),
  };
}

/** Reads the TMX facts of an imported entry, unless the property holds something else. */
function keptIn({ properties }: TmEntry): TmxUnitFacts | undefined {
  const text = properties[TMX_PROPERTY];
  if (text === undefined) return undefined;
  try {
    const facts: unknown = JSON.parse(text);
    return isKept(facts) ? facts : undefined;
  } catch {
    return undefined;
  }
}

function isKept(value: unknown): value is TmxUnitFacts {
  return isFacts(value) && (value['variants'] === undefined || everyValue(value['variants'], isFacts));
}

function isFacts(value: unknown): value is Record<string, unknown> {
  if (!isPlainObject(value)) return false;
  const { attributes, remarks } = value;
  return (attributes === undefined || everyValue(attributes, isText)) && (remarks === undefined || isRemarks(remarks));
}

function isRemarks(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.every(
      (remark: unknown) =>
        isPlainObject(remark) &&
        (remark['kind'] === 'prop' || remark['kind'] === 'note') &&
        isText(remark['text']) &&
        everyValue(remark['attributes'], isText),
    )
  );
}

function everyValue(value: unknown, holds: (member: unknown) => boolean): boolean {
  return isPlainObject(value) && Object.values(value).every(holds);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function remarkText({ kind, attributes, text }: TmxRemark): string {
  return `<${kind}${attributeText(attributes)}>${escapeXmlText(legal(text))}</${kind}>`;
}

/** Only the prefix of XML itself is allowed: nothing would declare another. */
const name = /^(?:xml:)?[A-Za-z_][\w.-]*$/u;

function attributeText(attributes: TmxAttributes): string {
  return Object.entries(attributes)
    .filter(([key]) => name.test(key))
    .map(([key, value]) => ` ${key}="${escapeValue(legal(value))}"`)
    .join('');
}

function legal(text: string): string {
  return isXmlText(text) ? text : [...text].map((char) => (isXmlText(char) ? char : '\uFFFD')).join('');
}
