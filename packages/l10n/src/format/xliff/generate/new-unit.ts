import { AnnoAltTranslation, AnnoNote, payloadOf, type Block, type Runs, type Target } from '@helve/flow';
import { dataText } from '@helve/flow/content';
import { unwritable } from '../../format-error.js';
import { elementAround, startTag, type TagAttributes } from '../../xml/element-text.js';
import { escapeXmlText, isXmlText } from '../../xml/escape-xml.js';
import { formedContent, formFor } from '../../xliff2/generate/new-forms.js';
import { EXCHANGE_PROPERTY, REFERENCES_PROPERTY } from '../../generate/exchange-mark.js';
import { findSegmentation } from '../bilingual-digest.js';
import { contentSegments } from '../segment/content-segment.js';
import { stateFacts } from '../state.js';
import { spellInline } from './new-inline.js';
import { contextOf, hasLooseSpace } from './new-units.js';

/** Spells a block as the lines of a new trans-unit, or of a group of them for content with forms. */
export function spellUnit(block: Block, id: string, targetLocale: string | undefined): readonly string[] {
  const target = targetLocale === undefined ? undefined : block.targets[targetLocale];
  const forms = formedContent(block.source);
  if (forms === undefined) return spellOne(block, { id, name: block.name, source: block.source, target, targetLocale });
  const translated = target && formedContent(target.runs);
  const keys = new Set([...forms.forms, ...(translated?.forms ?? [])].map(({ keys: [key = 'other'] }) => key));
  const units = [...keys].flatMap((key) => {
    const source = formFor(forms, block.source, key);
    const own = target && { ...target, runs: formFor(translated, target.runs, key) };
    return spellOne(block, { id: `${id}.${key}`, name: `${block.name}[${key}]`, source, target: own, targetLocale });
  });
  const restype = forms.switch.kind === 'select' ? 'x-helve-select' : 'x-gettext-plurals';
  const group = startTag('group', { id, resname: block.name, restype, extradata: forms.switch.variable });
  return [group, ...units.map((line) => `  ${line}`), '</group>'];
}

interface OneUnit {
  readonly id: string;
  readonly name: string;
  readonly source: Runs;
  readonly target: Target | undefined;
  readonly targetLocale: string | undefined;
}

function spellOne(block: Block, unit: OneUnit): readonly string[] {
  const { source, target, targetLocale } = unit;
  // A target says its state, also where readers would take it for granted.
  const { state, approved } = target ? stateFacts(target.status, { ...noState, state: 'new' }) : noState;
  const segments = segmentsOf(block, unit);
  return [
    startTag('trans-unit', unitAttributes(block, unit, approved)),
    `  ${elementAround('source', {}, spellInline(source, block.id))}`,
    ...(segments === undefined ? [] : [`  ${elementAround('seg-source', {}, segments.source)}`]),
    ...(target === undefined
      ? []
      : [`  ${elementAround('target', { state }, segments?.target ?? spellInline(target.runs, block.id))}`]),
    ...context(block),
    ...notes(block),
    ...alternatives(block, targetLocale),
    '</trans-unit>',
  ];
}

const noState = { state: undefined, approved: undefined };
const sizeUnits = { chars: 'char', utf16: 'char', utf8: 'byte', graphemes: 'glyph' } as const;

function unitAttributes(block: Block, { id, name, source }: OneUnit, approved: string | undefined): TagAttributes {
  const { translatable, preserveWhitespace, displayHint } = block;
  const { maxLength, unit = 'chars' } = displayHint ?? {};
  return {
    id,
    resname: name === '' || name === id ? undefined : name,
    translate: translatable ? undefined : 'no',
    approved,
    maxwidth: maxLength === undefined ? undefined : String(maxLength),
    'size-unit': maxLength === undefined ? undefined : sizeUnits[unit],
    'xml:space': preserveWhitespace || hasLooseSpace(dataText(source)) ? 'preserve' : undefined,
  };
}

/** Both sides with the marks of their segments, if they have some. */
function segmentsOf(
  block: Block,
  { source, target, targetLocale }: OneUnit,
): { readonly source: string; readonly target: string | undefined } | undefined {
  const overlay = findSegmentation(block.overlays, null);
  if (overlay === undefined || source !== block.source) return undefined;
  const mark = (runs: Runs, spans: typeof overlay | undefined): string =>
    contentSegments(runs, spans)
      .map(({ id, ignorable, runs: own }) => {
        const spelled = spellInline(own, block.id);
        return id === undefined || ignorable ? spelled : elementAround('mrk', { mtype: 'seg', mid: id }, spelled);
      })
      .join('');
  const own = findSegmentation(block.overlays, targetLocale ?? null);
  return { source: mark(source, overlay), target: target && own && mark(target.runs, own) };
}

function context(block: Block): readonly string[] {
  const { [REFERENCES_PROPERTY]: references, [EXCHANGE_PROPERTY]: exchange } = block.properties;
  const texts = { context: contextOf(block), references, exchange };
  const elements = Object.entries(texts).flatMap(([type, text]) =>
    text === undefined ? [] : [elementAround('context', { 'context-type': `x-helve-${type}` }, plain(text, block))],
  );
  if (elements.length === 0) return [];
  return [`  ${elementAround('context-group', { purpose: 'information' }, elements.join(''))}`];
}

function notes(block: Block): readonly string[] {
  const items = payloadOf(block.annotations[AnnoNote], 'note')?.items ?? [];
  return items.map(({ text, from, priority, annotates }) => {
    const rank = priority === undefined ? undefined : String(Math.min(10, priority));
    return `  ${elementAround('note', { from, priority: rank, annotates }, plain(text, block))}`;
  });
}

function alternatives(block: Block, targetLocale: string | undefined): readonly string[] {
  const items = payloadOf(block.annotations[AnnoAltTranslation], 'alt-translations')?.items ?? [];
  return items.flatMap(({ source, target, score, engine, toolId, locale }) => {
    const quality = score === undefined ? undefined : String(Math.round(score * 10_000) / 100);
    const language = locale === targetLocale ? undefined : locale;
    return [
      `  ${startTag('alt-trans', { 'match-quality': quality, 'tool-id': toolId, origin: engine })}`,
      ...(source === undefined ? [] : [`    ${elementAround('source', {}, spellInline(source, block.id))}`]),
      `    ${elementAround('target', { 'xml:lang': language }, spellInline(target, block.id))}`,
      '  </alt-trans>',
    ];
  });
}

function plain(text: string, { id }: Block): string {
  if (!isXmlText(text)) throw unwritable(id, 'xliff', 'a character is not allowed in XML 1.0');
  return escapeXmlText(text);
}
