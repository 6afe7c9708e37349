import type { DisplayHint, Part } from '@helve/flow';
import type { ByteSource, ReadContext } from '@helve/flow/content';
import { l10nErrors } from '../../l10n-errors.js';
import { EXCHANGE_PROPERTY, REFERENCES_PROPERTY, SKELETON_PROPERTY } from '../generate/exchange-mark.js';
import { parseError, locationAt, locationsAt } from '../format-error.js';
import { namedEncoding } from '../format-option.js';
import { LoadedParts } from '../loaded-parts.js';
import { rootLayerId } from '../read-embedded.js';
import { rootLayer } from '../root-layer.js';
import { loadText, type LoadedText } from '../text/open-text.js';
import { languageFacts } from '../xliff/language-facts.js';
import { inherit, UnitReader, type Inherited, type XliffVersion } from '../xliff/unit-reader.js';
import { toVariant } from '../xliff/to-variant.js';
import { declaredEncoding } from '../xml/declared-encoding.js';
import { parseXml } from '../xml/parse-xml.js';
import {
  findChild,
  childElements,
  attributeValue,
  elementText,
  xmlNamespace,
  type XmlElement,
} from '../xml/xml-node.js';
import { findDialect } from '../xliff/dialect/dialect.js';
import { dialectFinder } from '../xliff/dialect/dialect-finder.js';
import { isCore, isCoreElement, pgsNamespace, ruleName, slrNamespace } from './namespace.js';
import type { Xliff2Options } from './options.js';
import { readUnit, type Xliff2Unit } from './read-unit.js';
import { validateXliff } from './validate/validate.js';

/** Reads an XLIFF 2 file: every unit is a block, its segments and ignorables are a segmentation. */
export function readXliff2(source: ByteSource, options: Xliff2Options, ctx: ReadContext): AsyncIterableIterator<Part> {
  const { maxBytes, encoding } = options;
  const request = { file: ctx.document, maxBytes, encoding: namedEncoding(encoding), declared: declaredEncoding };
  return new LoadedParts(async () => readParts(await loadText(source, request), options, ctx));
}

function* readParts(text: LoadedText, options: Xliff2Options, ctx: ReadContext): Generator<Part> {
  const root = readRoot(text, options, ctx);
  const properties = languageFacts([attributeValue(root, 'trgLang')], holdsTarget(root));
  const facts = {
    format: 'xliff2',
    mimeType: 'application/xliff+xml',
    form: text.form,
    multilingual: true,
    properties,
  };
  yield { kind: 'layer-start', layer: rootLayer(facts, ctx) };
  const dialect = findDialect(root);
  const reader = new UnitReader({ ...version, dialect: dialect.id }, text, dialectFinder(options, dialect), ctx);
  for (const part of rootParts(root, reader, ctx)) yield part;
  reader.end();
  yield { kind: 'layer-end', id: rootLayerId };
}

function readRoot({ text }: LoadedText, options: Xliff2Options, ctx: ReadContext): XmlElement {
  const { maxDepth, maxExpansion } = options;
  const request = { file: ctx.document, format: 'xliff2', maxDepth, maxExpansion };
  const root = parseXml(text, options.repair ? { ...request, ...leniency(text, ctx) } : request);
  const fault = (problem: string): Error => parseError(ctx.document, 'xliff2', problem, locationAt(text, root.start));
  if (root.local !== 'xliff') throw fault(`the root element is <${root.name}>, not <xliff>`);
  if (!isCore(root.uri)) throw fault(`its namespace is "${root.uri}", not one of XLIFF 2`);
  const strict =
    options.validation === 'strict' ||
    (options.validation === 'auto' &&
      attributeValue(root, 'version') !== '2.0' &&
      attributeValue(root, 'version') !== '2.1');
  if (strict && options.lenient) reportViolations(root, text, ctx);
  else if (strict) assertValid(root, text, ctx);
  return root;
}

/**
 * Creates the repair of one common mistake: a target outside its segment is skipped and reported, and its bytes stay.
 */
function leniency(text: string, ctx: ReadContext) {
  return {
    lenientPrefixes: { pgs: pgsNamespace },
    passOver: ({ local, parent }: XmlElement) =>
      local === 'target' && parent !== undefined && isCoreElement(parent, 'unit'),
    repaired: (problem: string, index: number) => {
      const { line, column } = locationAt(text, index);
      ctx.lose({ kind: 'repaired', detail: { reason: problem, line, column } });
    },
  };
}

/** Reports each violation of the standard, with its place. */
function reportViolations(root: XmlElement, text: string, ctx: ReadContext): void {
  const violations = validateXliff(root).toSorted((one, other) => one.at - other.at);
  const places = locationsAt(
    text,
    violations.map(({ at }) => at),
  );
  for (const [index, { rule, problem }] of violations.entries()) {
    const { line = 1, column = 1 } = places[index] ?? {};
    ctx.lose({ kind: 'repaired', detail: { reason: 'standard', rule, problem, line, column } });
  }
}

function assertValid(root: XmlElement, text: string, { document }: ReadContext): void {
  const [first] = validateXliff(root);
  if (!first) return;
  const { rule, problem, at } = first;
  const { line, column } = locationAt(text, at);
  const facts = { file: document, format: 'xliff2', problem: `it breaks the rule "${rule}": ${problem}`, line, column };
  throw l10nErrors.create('L10N_PARSE', facts, { details: { file: document, line, column, rule } });
}

function holdsTarget(element: XmlElement): boolean {
  if (isCoreElement(element, 'segment', 'ignorable')) return findChild(element, 'target') !== undefined;
  return element.children.some((child) => child.kind === 'element' && holdsTarget(child));
}

const version: XliffVersion<Xliff2Unit> = {
  format: 'xliff2',
  language: 'trgLang',
  name: 'name',
  type: 'type',
  readUnit,
  hintOf: readHint,
  propertiesOf: readMetadata,
  keepsSpace: ({ pieces }) =>
    pieces.some(({ sourceElement }) => attributeValue(sourceElement, 'space', xmlNamespace) === 'preserve'),
};

function* rootParts(root: XmlElement, reader: UnitReader<Xliff2Unit>, ctx: ReadContext): Generator<Part> {
  reader.speaksIn(root);
  const inherited = {
    variant: toVariant(attributeValue(root, 'trgLang'), ctx),
    sourceLocale: ctx.sourceLocale === 'und' ? toVariant(attributeValue(root, 'srcLang'), {}) : ctx.sourceLocale,
    translatable: true,
    preserve: attributeValue(root, 'space', xmlNamespace) === 'preserve',
  };
  for (const file of childElements(root)) {
    if (!isCoreElement(file, 'file')) continue;
    yield* reader.group(file, 'file', contentParts(file, reader, inherit(file, inherited)));
  }
}

function* contentParts(parent: XmlElement, reader: UnitReader<Xliff2Unit>, outer: Inherited): Generator<Part> {
  for (const child of childElements(parent)) {
    const block = isCoreElement(child, 'unit') ? reader.unit(child, outer) : undefined;
    if (block) yield block;
    if (isCoreElement(child, 'group'))
      yield* reader.group(child, 'group', contentParts(child, reader, inherit(child, outer)));
  }
}

/** Names of metadata that new files have, with the properties that they are. */
const metadataNames: Readonly<Record<string, string>> = {
  context: 'context',
  references: REFERENCES_PROPERTY,
  exchange: EXCHANGE_PROPERTY,
};

/** Returns the properties of a unit or file that was written from a block or group with some. */
function readMetadata(element: XmlElement): Readonly<Record<string, string>> {
  const groups = childElements(element)
    .filter((child) => ruleName(child) === 'mda:metadata')
    .flatMap(childElements);
  const own = groups.find((group) => attributeValue(group, 'category') === 'helve');
  const metas = own === undefined ? [] : childElements(own);
  const known = metas.flatMap((meta) => {
    const type = attributeValue(meta, 'type') ?? '';
    const name = Object.hasOwn(metadataNames, type) ? metadataNames[type] : undefined;
    return name === undefined ? [] : [[name, elementText(meta)] as const];
  });
  const skeleton = childElements(element).find((child) => isCoreElement(child, 'skeleton'));
  return { ...Object.fromEntries(known), ...(skeleton && { [SKELETON_PROPERTY]: elementText(skeleton) }) };
}

/** Returns the maximum length of a text: in characters, else in bytes. */
function readHint(unit: XmlElement): DisplayHint | undefined {
  for (const [name, unitName] of [
    ['sizeRestriction', 'chars'],
    ['storageRestriction', 'utf8'],
  ] as const) {
    const match = /^(?:\d+,)?(\d+)$/u.exec(attributeValue(unit, name, slrNamespace) ?? '');
    if (match) return { maxLength: Number(match[1]), unit: unitName };
  }
  return undefined;
}
