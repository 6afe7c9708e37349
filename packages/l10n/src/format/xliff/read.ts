import type { DisplayHint, Part } from '@helve/flow';
import type { ByteSource, ReadContext } from '@helve/flow/content';
import { BadValues } from '../bad-value.js';
import { EXCHANGE_PROPERTY, readBatchNote, REFERENCES_PROPERTY } from '../generate/exchange-mark.js';
import { parseError, locationAt } from '../format-error.js';
import { namedEncoding } from '../format-option.js';
import { LoadedParts } from '../loaded-parts.js';
import { rootLayerId } from '../read-embedded.js';
import { rootLayer } from '../root-layer.js';
import { loadText, type LoadedText } from '../text/open-text.js';
import { declaredEncoding } from '../xml/declared-encoding.js';
import { parseXml } from '../xml/parse-xml.js';
import { findChild, childElements, attributeValue, elementText, type XmlElement } from '../xml/xml-node.js';
import { XmlFault } from '../xml/xml-fault.js';
import { dialects, findDialect } from './dialect/dialect.js';
import { readTags, type DialectReading } from './dialect/dialect-code.js';
import { dialectFinder } from './dialect/dialect-finder.js';
import { languageFacts, namesSeveral } from './language-facts.js';
import type { XliffOptions } from './options.js';
import { readUnit, type XliffUnit } from './read-unit.js';
import { inherit, UnitReader, type Inherited, type XliffVersion } from './unit-reader.js';
import { targetLanguage, toVariant } from './to-variant.js';
import { variationFacts } from './variation/variation-facts.js';
import { joinVariations, type VariationGroup } from './variation/variation-group.js';

/** Reads an XLIFF 1.2 file: every trans-unit is a block with a source and, if there is one, a target. */
export function readXliff(source: ByteSource, options: XliffOptions, ctx: ReadContext): AsyncIterableIterator<Part> {
  const { maxBytes, encoding } = options;
  const request = { file: ctx.document, maxBytes, encoding: namedEncoding(encoding), declared: declaredEncoding };
  return new LoadedParts(async () => readParts(await loadText(source, request), options, ctx));
}

function* readParts(text: LoadedText, options: XliffOptions, ctx: ReadContext): Generator<Part> {
  try {
    yield* rootParts(text, options, ctx);
  } catch (error) {
    if (!(error instanceof XmlFault)) throw error;
    throw parseError(ctx.document, 'xliff', error.message, locationAt(text.text, error.index));
  }
}

function* rootParts(text: LoadedText, options: XliffOptions, ctx: ReadContext): Generator<Part> {
  const bad = new BadValues(options);
  const root = readRoot(text, options, ctx);
  const dialect = options.dialect === 'auto' ? findDialect(root) : dialects[options.dialect];
  const reading = { dialect, tags: readTags(root, dialect) };
  const files = root ? childElements(root).filter(({ local, uri }) => local === 'file' && uri === root.uri) : [];
  const languages = files.map((file) => attributeValue(file, 'target-language'));
  const hasTargets = files.some(holdsTarget);
  const properties = languageFacts(languages, hasTargets);
  const facts = {
    format: 'xliff',
    mimeType: 'application/x-xliff+xml',
    form: text.form,
    multilingual: true,
    properties,
  };
  yield { kind: 'layer-start', layer: rootLayer(facts, ctx) };
  const reader = new UnitReader(versionOf(reading), text, { find: dialectFinder(options, reading.dialect), bad }, ctx);
  const isLimited = namesSeveral(languages, ctx.targetLocale);
  for (const file of files) for (const part of fileParts(file, reader, ctx, isLimited)) yield part;
  reader.end();
  yield { kind: 'layer-end', id: rootLayerId };
}

/** Returns the root; a file without any content is not XLIFF yet, and nothing can be lost. */
function readRoot(
  { text }: LoadedText,
  { maxDepth, maxExpansion }: XliffOptions,
  ctx: ReadContext,
): XmlElement | undefined {
  if (/^\s*$/u.test(text)) return undefined;
  const root = parseXml(text, { file: ctx.document, format: 'xliff', maxDepth, maxExpansion });
  const fault = (problem: string): Error => parseError(ctx.document, 'xliff', problem, locationAt(text, root.start));
  if (root.local !== 'xliff') throw fault(`the root element is <${root.name}>, not <xliff>`);
  const named = attributeValue(root, 'version');
  if (named !== undefined && !named.startsWith('1.')) throw fault(`its version is "${named}", not 1.2`);
  return root;
}

function holdsTarget(element: XmlElement): boolean {
  if (element.local === 'trans-unit') return (findChild(element, 'target')?.children.length ?? 0) > 0;
  return element.children.some((child) => child.kind === 'element' && holdsTarget(child));
}

const plainVersion: XliffVersion<XliffUnit> = {
  format: 'xliff',
  language: 'target-language',
  name: 'resname',
  type: 'restype',
  readUnit,
  hintOf: readHint,
  propertiesOf: readProperties,
  keepsSpace: () => false,
};

/** Reads units as the tool of a file writes them. */
function versionOf(reading: DialectReading): XliffVersion<XliffUnit> {
  const { id, variations = false } = reading.dialect;
  if (id === 'plain') return plainVersion;
  return {
    ...plainVersion,
    dialect: id,
    joinsVariations: variations,
    readUnit: (...args) => readUnit(...args, reading),
  };
}

function* fileParts(
  file: XmlElement,
  reader: UnitReader<XliffUnit>,
  ctx: ReadContext,
  isLimited: boolean,
): Generator<Part> {
  reader.speaksIn(file);
  const stated = {
    source: attributeValue(file, 'source-language'),
    target: attributeValue(file, 'target-language'),
  };
  const inherited = {
    variant: toVariant(targetLanguage(stated, ctx.document), ctx),
    sourceLocale: ctx.sourceLocale === 'und' ? toVariant(stated.source, {}) : ctx.sourceLocale,
    translatable: true,
    preserve: false,
    limited: isLimited && stated.target !== undefined,
  };
  yield* reader.group(file, 'file', contentParts(file, reader, inherit(file, inherited)));
}

function* contentParts(parent: XmlElement, reader: UnitReader<XliffUnit>, outer: Inherited): Generator<Part> {
  const children = reader.joinsVariations ? joinVariations(parent.children) : childElements(parent);
  for (const element of children) {
    if ('members' in element) yield* variationParts(element, reader, outer);
    else if (element.uri === parent.uri) yield* elementParts(element, reader, outer);
  }
}

function* elementParts(element: XmlElement, reader: UnitReader<XliffUnit>, outer: Inherited): Generator<Part> {
  const block = element.local === 'trans-unit' ? reader.unit(element, outer) : undefined;
  if (block) yield block;
  else if (element.local === 'body' || element.local === 'bin-unit')
    yield* contentParts(element, reader, inherit(element, outer));
  else if (element.local === 'group')
    yield* reader.group(element, 'group', contentParts(element, reader, inherit(element, outer)));
}

/** Gives the units of one text as one block, or each by itself where one of them has no source. */
function* variationParts(
  { key, kind, members }: VariationGroup,
  reader: UnitReader<XliffUnit>,
  outer: Inherited,
): Generator<Part> {
  const elements = members.map(({ element }) => element);
  const end = elements.at(-1)?.end ?? 0;
  const block = reader.forms(
    elements,
    (units) => ({
      unit: variationFacts(
        kind,
        units.map((unit, at) => ({ name: members[at]?.name ?? '', unit })),
        outer,
      ),
      variation: { kind, key, end },
    }),
    outer,
  );
  if (block) yield block;
  else for (const element of elements) yield* elementParts(element, reader, outer);
}

/** Types of contexts that new files have, with the properties that they are. */
const contextTypes: Readonly<Record<string, string>> = {
  'x-helve-context': 'context',
  'x-helve-references': REFERENCES_PROPERTY,
  'x-helve-exchange': EXCHANGE_PROPERTY,
};

/** Returns the properties of a unit or file that was written from a block or group with some. */
function readProperties(element: XmlElement): Readonly<Record<string, string>> {
  if (element.local === 'file') return readHeader(element);
  const groups = childElements(element).filter(({ local, uri }) => local === 'context-group' && uri === element.uri);
  const known = groups.flatMap(childElements).flatMap((one) => {
    const type = attributeValue(one, 'context-type') ?? '';
    const name = Object.hasOwn(contextTypes, type) ? contextTypes[type] : undefined;
    return name === undefined ? [] : [[name, elementText(one)] as const];
  });
  return Object.fromEntries(known);
}

/** Returns the batch that the header of a file names. */
function readHeader(file: XmlElement): Readonly<Record<string, string>> {
  const header = findChild(file, 'header');
  const notes = header === undefined ? [] : childElements(header).filter(({ local }) => local === 'note');
  const batch = notes.map((note) => readBatchNote(elementText(note))).find((one) => one !== undefined);
  return batch === undefined ? {} : { [EXCHANGE_PROPERTY]: batch };
}

const units = { char: 'chars', byte: 'utf8', glyph: 'graphemes' } as const;

/** Returns the maximum length of a text; widths in pixels and points do not count. */
function readHint(element: XmlElement): DisplayHint | undefined {
  const maxLength = Number(attributeValue(element, 'maxwidth') ?? Number.NaN);
  const sizeUnit = attributeValue(element, 'size-unit');
  const unit = sizeUnit === 'char' || sizeUnit === 'byte' || sizeUnit === 'glyph' ? units[sizeUnit] : undefined;
  return Number.isInteger(maxLength) && maxLength > 0 && unit ? { maxLength, unit } : undefined;
}
