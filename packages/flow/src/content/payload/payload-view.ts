import { isPlainObject, type Json, type JsonObject } from '@helve/core';
import type { OverlaySpan } from '../../contract/overlay.js';
import type { Payload } from '../../contract/payload.js';
import { runsText } from '../text/projection.js';
import type { AltTranslation, PayloadTypes, TermTarget } from './payload-type.js';

/** Presentation of the annotations of one type to people. */
export interface PayloadView<Value extends object = Payload> {
  /** Word for one annotation, such as `segment` for the type `segmentation`. Default: the type. */
  readonly kind?: string;
  /** True when the tool reports totals, so that the annotations of single blocks are listed only on demand. */
  readonly counted?: boolean;
  /** Lists what an annotation says, one text each; nothing at all for one that is not worth a line. Default: its fields. */
  show?(value: Value | undefined, span: Pick<OverlaySpan, 'id' | 'props'> | undefined): readonly string[];
}

type BuiltInViews = { readonly [Type in keyof PayloadTypes]: PayloadView<Payload & PayloadTypes[Type]> };

/** Views of the payloads that are known from the start. */
export const payloadViews: BuiltInViews = Object.freeze<BuiltInViews>({
  note: { show: (note) => note?.items.map(({ text, from }) => (from === undefined ? text : `${from}: ${text}`)) ?? [] },
  'alt-translations': { kind: 'proposal', show: (value) => value?.items.map(proposalText) ?? [] },
  term: {
    show: (value, span) => {
      const instead = span?.props['useInstead'];
      return [...(instead === undefined ? [] : [`use "${instead}" instead`]), ...termTexts(value?.targets ?? [])];
    },
  },
  entity: {
    show: (value) =>
      value === undefined ? [] : [value.dnt ? `${value.entityType}, not translated` : value.entityType],
  },
  'term-candidate': {
    kind: 'term candidate',
    show: (value) => {
      const { category, definition, translatability, status } = value ?? {};
      return [[category, definition, translatability, status].filter((text) => text !== undefined).join(', ')];
    },
  },
  findings: { kind: 'finding', show: (value) => value?.findings.map(({ message }) => message) ?? [] },
  'word-count': { kind: 'words', counted: true },
  'char-count': { kind: 'characters', counted: true },
  'seg-count': { kind: 'segments', counted: true },
  'tm-match': {
    kind: 'match',
    show: (value) =>
      Object.entries(value?.matches ?? {}).map(
        ([variant, { score, tier, ambiguous }]) =>
          `${variant}: ${percent(score)} ${tier}${ambiguous ? ', ambiguous' : ''}`,
      ),
  },
  repetition: {
    counted: true,
    show: (value) =>
      value === undefined || value.status === 'unique' ? [] : [`${value.status}, ${value.index + 1} of ${value.count}`],
  },
  diff: {
    show: (value) =>
      value === undefined
        ? []
        : [value.score === undefined ? value.status : `${value.status}, ${percent(value.score)}`],
  },
  comparison: {
    show: (value) =>
      value === undefined || value.status === 'identical' ? [] : [`${value.status}, ${percent(value.ratio)} equal`],
  },
  structure: {},
  timing: {},
  geometry: {},
  relations: { show: (value) => value?.items.map(({ type, to }) => `${type} ${to}`) ?? [] },
  'source-origin': { kind: 'origin' },
  'redaction.secret': {
    kind: 'redaction',
    show: (value) => value?.tokens.map(({ id, category }) => `${category} ${id}`) ?? [],
  },
  'editor-anchor': { kind: 'anchor' },
  'scoping-report': { kind: 'scope', counted: true },
  review: { show: (value) => variantTexts(value?.['variants']) },
  'brand-voice': { kind: 'brand score', show: (value) => variantTexts(value?.['targets']) },
  'entity-mapping': { kind: 'entity mapping' },
  encoding: { counted: true },
  segmentation: {
    kind: 'segment',
    show: (_, span) => [span?.props['ignorable'] === 'true' ? `${span.id}, ignorable` : (span?.id ?? '')],
  },
  alignment: { show: (_, span) => [span?.props['peer'] ?? ''] },
  protected: { show: () => [''] },
});

/** Lists the fields of a payload as one text, for types without a presentation of their own. */
export function fieldsText(value: Payload | undefined): string {
  if (value === undefined) return '';
  const { type: _type, ...fields } = value;
  return plainFields(fields);
}

function isFields(value: Json | undefined): value is JsonObject {
  return isPlainObject(value);
}

function plainFields(fields: JsonObject): string {
  return Object.entries(fields)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ');
}

function proposalText({ locale, target, score, matchType, engine, rejected }: AltTranslation): string {
  const share = score === undefined ? undefined : percent(score);
  const facts = [share, matchType, engine, rejected === undefined ? undefined : `rejected: ${rejected}`];
  const known = facts.filter((fact) => fact !== undefined);
  return `${locale}: ${runsText(target)}${known.length === 0 ? '' : ` (${known.join(', ')})`}`;
}

function termTexts(targets: readonly TermTarget[]): readonly string[] {
  const locales = [...new Set(targets.map(({ locale }) => locale))];
  return locales.map((locale) => {
    const own = targets.filter((target) => target.locale === locale);
    return `${locale}: ${own.map(({ text, status }) => (status === undefined ? text : `${text} (${status})`)).join(', ')}`;
  });
}

function variantTexts(variants: Json | undefined): readonly string[] {
  if (!isFields(variants)) return [];
  return Object.entries(variants).map(
    ([variant, value]) => `${variant}: ${isFields(value) ? plainFields(value) : JSON.stringify(value)}`,
  );
}

function percent(share: number): string {
  return `${Math.round(share * 100)}%`;
}
