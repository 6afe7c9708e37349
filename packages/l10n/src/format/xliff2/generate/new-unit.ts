import { AnnoAltTranslation, AnnoNote, payloadOf, type AltTranslation, type Block, type Runs } from '@helve/flow';
import { codesOf, dataText } from '@helve/flow/content';
import { EXCHANGE_PROPERTY, REFERENCES_PROPERTY } from '../../generate/exchange-mark.js';
import { findSegmentation } from '../../xliff/bilingual-digest.js';
import { contentSegments } from '../../xliff/segment/content-segment.js';
import { contextOf, hasLooseSpace } from '../../xliff/generate/new-units.js';
import { elementAround, startTag, type TagAttributes } from '../../xml/element-text.js';
import { pgsNamespace, slrNamespace } from '../namespace.js';
import { xliff2State } from '../state.js';
import { switchCaseText } from '../variant-form.js';
import { formedContent, formFor } from './new-forms.js';
import { NewInline } from './new-inline.js';

/** Settings of a new file. */
export interface NewUnitSetting {
  readonly targetLocale: string | undefined;
  /** True when the version of the file has forms. */
  readonly hasForms: boolean;
}

const matchesNamespace = 'urn:oasis:names:tc:xliff:matches:2.0';
const metadataNamespace = 'urn:oasis:names:tc:xliff:metadata:2.0';

interface NewSegment {
  readonly id?: string | undefined;
  readonly isGap: boolean;
  readonly case?: string;
  readonly source: Runs;
  readonly target: Runs | undefined;
}

/** Spells a block as the lines of a new unit; a line may hold line ends of its text. */
export function spellUnit(block: Block, id: string, setting: NewUnitSetting): readonly string[] {
  const target = setting.targetLocale === undefined ? undefined : block.targets[setting.targetLocale];
  const forms = setting.hasForms ? formedContent(block.source) : undefined;
  const alternatives = payloadOf(block.annotations[AnnoAltTranslation], 'alt-translations')?.items ?? [];
  const cut = forms ? formSegments(block, target?.runs) : segmentsOf(block, setting.targetLocale, target?.runs);
  // Proposals refer to a segment by its id.
  const segments = alternatives.length === 0 ? cut : cut.map((one, at) => ({ ...one, id: one.id ?? `s${at + 1}` }));
  const state = target === undefined ? {} : xliff2State(target.status);
  const inline = new NewInline(block.id, lackingCodes(segments), new Set(segments.flatMap(({ id: own }) => own ?? [])));
  const seen = { source: new Map<string, number>(), target: new Map<string, number>() };
  const spelled = segments.flatMap((segment) => spellSegment(segment, segments, { state, inline, seen }));
  const data = inline.originalData();
  return [
    startTag('unit', unitAttributes(block, id, forms && `${forms.switch.kind}:${forms.switch.variable}`)),
    ...metadata(unitMetadata(block), (text) => inline.text(text)),
    ...matches(alternatives, segments[0]?.id ?? '', block.id),
    ...notes(block, inline),
    ...(data.length === 0 ? [] : ['  <originalData>', ...data.map((line) => `    ${line}`), '  </originalData>']),
    ...spelled,
    '</unit>',
  ];
}

function unitAttributes(block: Block, id: string, switches: string | undefined): TagAttributes {
  const { name, translatable, preserveWhitespace, displayHint, type } = block;
  const isBytes = displayHint?.unit === 'utf8';
  const limit = displayHint?.maxLength === undefined ? undefined : String(displayHint.maxLength);
  const keepsSpace = preserveWhitespace || hasLooseSpace(dataText(block.source));
  return {
    id,
    name: name === '' || name === id ? undefined : name,
    type: /^[\w.-]+:\S+$/u.test(type) ? type : undefined,
    translate: translatable ? undefined : 'no',
    'xml:space': keepsSpace ? 'preserve' : undefined,
    'xmlns:slr': limit === undefined ? undefined : slrNamespace,
    'slr:sizeRestriction': isBytes ? undefined : limit,
    'slr:storageRestriction': isBytes ? limit : undefined,
    'xmlns:pgs': switches === undefined ? undefined : pgsNamespace,
    'pgs:switch': switches,
  };
}

/** A segment for each form that either side has. */
function formSegments(block: Block, target: Runs | undefined): readonly NewSegment[] {
  const source = formedContent(block.source);
  const translated = target && formedContent(target);
  const all = [...(source?.forms ?? []), ...(translated?.forms ?? [])].map(({ keys }) => keys[0] ?? 'other');
  const keys = [...new Set(all)].toSorted((one, other) => Number(one === 'other') - Number(other === 'other'));
  return keys.map((key, at) => ({
    id: `s${at + 1}`,
    isGap: false,
    case: switchCaseText([key]),
    source: formFor(source, block.source, key),
    target: target && formFor(translated, target, key),
  }));
}

/** The segments of the source, with the text of the target where it has the same ones. */
function segmentsOf(block: Block, locale: string | undefined, target: Runs | undefined): readonly NewSegment[] {
  const whole = [{ id: undefined, isGap: false, source: block.source, target }];
  const overlay = findSegmentation(block.overlays, null);
  const sources = contentSegments(block.source, overlay);
  if (overlay === undefined || sources.length < 2) return whole;
  const targets = target && contentSegments(target, findSegmentation(block.overlays, locale ?? null));
  const isAligned = targets?.length === sources.length && targets.every(({ id }, at) => id === sources[at]?.id);
  if (targets !== undefined && !isAligned) return whole;
  return sources.map(({ id, ignorable, runs }, at) => ({
    id: id ?? `g${at + 1}`,
    isGap: ignorable || id === undefined,
    source: runs,
    target: targets?.[at]?.runs,
  }));
}

/** Ids of the codes that a translation lacks: it could not stand in the file if they had to be in it. */
function lackingCodes(segments: readonly NewSegment[]): ReadonlySet<string> {
  const lacking = segments.flatMap(({ source, target }): readonly string[] => {
    if (target === undefined) return [];
    const held = new Set(codesOf(target).map(({ ref: { id } }) => id));
    return codesOf(source).flatMap(({ ref: { id } }) => (held.has(id) ? [] : [id]));
  });
  return new Set(lacking);
}

/** Facts that all segments of a unit share. */
interface SegmentSetting {
  readonly state: { readonly state?: string | undefined; readonly subState?: string | undefined };
  readonly inline: NewInline;
  /** Number of codes by id, on each side. */
  readonly seen: { readonly source: Map<string, number>; readonly target: Map<string, number> };
}

function spellSegment(
  { id, isGap, source, target, case: value }: NewSegment,
  all: readonly NewSegment[],
  { state: { state, subState }, inline, seen }: SegmentSetting,
): readonly string[] {
  const element = isGap ? 'ignorable' : 'segment';
  const states = isGap ? {} : { state, subState };
  const isForm = value !== undefined;
  const side = (runs: Runs, name: 'source' | 'target'): string =>
    isForm
      ? inline.encode(runs)
      : inline.encode(
          runs,
          all.flatMap((segment) => segment[name] ?? []),
          seen[name],
        );
  return [
    `  ${startTag(element, { id, ...states, 'pgs:case': value })}`,
    `    <source>${side(source, 'source')}</source>`,
    ...(target === undefined ? [] : [`    <target>${side(target, 'target')}</target>`]),
    `  </${element}>`,
  ];
}

function notes(block: Block, inline: NewInline): readonly string[] {
  const items = payloadOf(block.annotations[AnnoNote], 'note')?.items ?? [];
  if (items.length === 0) return [];
  const lines = items.map(({ text, priority, annotates }) => {
    const appliesTo = annotates === 'source' || annotates === 'target' ? annotates : undefined;
    const rank = priority === undefined ? undefined : String(Math.min(10, priority));
    return `    ${elementAround('note', { priority: rank, appliesTo }, inline.text(text))}`;
  });
  return ['  <notes>', ...lines, '  </notes>'];
}

function unitMetadata(block: Block): Metadata {
  const { [REFERENCES_PROPERTY]: references, [EXCHANGE_PROPERTY]: exchange } = block.properties;
  return { context: contextOf(block), references, exchange };
}

/** Values of metadata, by type. */
export type Metadata = Readonly<Record<string, string | undefined>>;

/** Spells metadata of Helve as one line; nothing where there is none. */
export function metadata(values: Metadata, escape: (text: string) => string): readonly string[] {
  const metas = Object.entries(values).flatMap(([type, text]) =>
    text === undefined ? [] : [elementAround('mda:meta', { type }, escape(text))],
  );
  if (metas.length === 0) return [];
  const group = elementAround('mda:metaGroup', { category: 'helve' }, metas.join(''));
  return [`  ${elementAround('mda:metadata', { 'xmlns:mda': metadataNamespace }, group)}`];
}

/** Proposals; each is about the first segment. */
function matches(items: readonly AltTranslation[], segment: string, block: string): readonly string[] {
  if (items.length === 0) return [];
  const lines = items.flatMap(({ source, target, score, engine, matchType }) => {
    const inline = new NewInline(block);
    const [from, to] = [inline.encode(source ?? []), inline.encode(target)];
    const data = inline.originalData();
    const similarity = score === undefined ? undefined : String(Math.round(score * 10_000) / 100);
    const type = matchType === 'mt' ? 'mt' : undefined;
    return [
      `    ${startTag('mtc:match', { ref: `#${segment}`, similarity, matchQuality: similarity, origin: engine, type })}`,
      ...(data.length === 0 ? [] : [`      <originalData>${data.join('')}</originalData>`]),
      `      <source>${from}</source>`,
      `      <target>${to}</target>`,
      '    </mtc:match>',
    ];
  });
  return [`  ${startTag('mtc:matches', { 'xmlns:mtc': matchesNamespace })}`, ...lines, '  </mtc:matches>'];
}
