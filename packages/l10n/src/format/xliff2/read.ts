import type { DisplayHint, Part } from '@helve/flow';
import type { ByteSource, ReadContext } from '@helve/flow/content';
import { BadValues } from '../bad-value.js';
import { l10nErrors } from '../../l10n-errors.js';
import { EXCHANGE_PROPERTY, REFERENCES_PROPERTY, SKELETON_PROPERTY } from '../generate/exchange-mark.js';
import { parseError, locationAt, locationsAt } from '../format-error.js';
import { namedEncoding } from '../format-option.js';
import { LoadedParts } from '../loaded-parts.js';
import { rootLayerId } from '../read-embedded.js';
import { rootLayer } from '../root-layer.js';
import { loadText, type LoadedText } from '../text/open-text.js';
import type { UnitText } from '../xliff/append-unit.js';
import { languageFacts } from '../xliff/language-facts.js';
import { inherit, UnitReader, type Inherited, type XliffVersion } from '../xliff/unit-reader.js';
import { targetLanguage, toVariant } from '../xliff/to-variant.js';
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
import { XmlFault } from '../xml/xml-fault.js';
import { findDialect } from '../xliff/dialect/dialect.js';
import { dialectFinder } from '../xliff/dialect/dialect-finder.js';
import { isCore, isCoreElement, pgsNamespace, ruleName, slrNamespace } from './namespace.js';
import type { Xliff2Options } from './options.js';
import { readUnit, type Xliff2Unit } from './read-unit.js';
import { validateXliff } from './validate/validate.js';
import type { Violation } from './validate/violation.js';

/** Reads an XLIFF 2 file: every unit is a block, its segments and ignorables are a segmentation. */
export function readXliff2(source: ByteSource, options: Xliff2Options, ctx: ReadContext): AsyncIterableIterator<Part> {
  const { maxBytes, encoding } = options;
  const request = { file: ctx.document, maxBytes, encoding: namedEncoding(encoding), declared: declaredEncoding };
  return new LoadedParts(async () => readParts(await loadText(source, request), options, ctx));
}

function* readParts(text: LoadedText, options: Xliff2Options, ctx: ReadContext): Generator<Part> {
  try {
    yield* documentParts(text, options, ctx);
  } catch (error) {
    if (!(error instanceof XmlFault)) throw error;
    throw parseError(ctx.document, 'xliff2', error.message, locationAt(text.text, error.index));
  }
}

function* documentParts(text: LoadedText, options: Xliff2Options, ctx: ReadContext): Generator<Part> {
  const bad = new BadValues(options);
  const root = readRoot(text, options, ctx);
  const faults = checkStandard(root, text, options, ctx);
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
  const reader = new UnitReader(
    { ...version, dialect: dialect.id, faultOf: (element) => faults.get(element) },
    { find: dialectFinder(options, dialect), bad },
    ctx,
  );
  const place = { text: text.text, index: 0, byteAt: (index: number) => text.byteAt(index) };
  for (const part of rootParts(root, { reader, text: place }, ctx)) yield part;
  reader.endIn(text.text);
  yield { kind: 'layer-end', id: rootLayerId };
}

function readRoot({ text }: LoadedText, options: Xliff2Options, ctx: ReadContext): XmlElement {
  const { maxDepth, maxExpansion } = options;
  const request = { file: ctx.document, format: 'xliff2', maxDepth, maxExpansion };
  const root = parseXml(text, options.repair ? { ...request, ...leniency(text, ctx) } : request);
  const fault = (problem: string): Error => parseError(ctx.document, 'xliff2', problem, locationAt(text, root.start));
  if (root.local !== 'xliff') throw fault(`the root element is <${root.name}>, not <xliff>`);
  if (!isCore(root.uri)) throw fault(`its namespace is "${root.uri}", not one of XLIFF 2`);
  return root;
}

/** Checks a file against the standard; returns the violations that only make their units unreadable, by unit. */
function checkStandard(
  root: XmlElement,
  { text }: LoadedText,
  { validation, lenient, onBadValue }: Xliff2Options,
  ctx: ReadContext,
): ReadonlyMap<XmlElement, XmlFault> {
  const isOlder = ['2.0', '2.1'].includes(attributeValue(root, 'version') ?? '');
  if (validation === 'off' || (validation === 'auto' && isOlder)) return new Map();
  const violations = validateXliff(root);
  if (lenient) {
    reportViolations(violations, text, ctx);
    return new Map();
  }
  const faults = onBadValue === 'skip' ? unitFaults(root, violations) : new Map<XmlElement, XmlFault>();
  const units = [...faults.keys()];
  const wrong = violations.find(({ at }) => !units.some((unit) => isInside(at, unit)));
  if (wrong !== undefined) throw violationError(wrong, text, ctx);
  return faults;
}

/** The first violation in each unit that has any. */
function unitFaults(root: XmlElement, violations: readonly Violation[]): Map<XmlElement, XmlFault> {
  const faults = new Map<XmlElement, XmlFault>();
  if (violations.length === 0) return faults;
  for (const unit of unitsIn(root)) {
    const first = violations.find(({ at }) => isInside(at, unit));
    if (first !== undefined)
      faults.set(unit, new XmlFault(`it breaks the rule "${first.rule}": ${first.problem}`, first.at));
  }
  return faults;
}

function* unitsIn(parent: XmlElement): Generator<XmlElement> {
  for (const child of childElements(parent)) {
    if (isCoreElement(child, 'unit')) yield child;
    else if (isCoreElement(child, 'file', 'group')) yield* unitsIn(child);
  }
}

function isInside(at: number, { start, end }: XmlElement): boolean {
  return start <= at && at < end;
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
function reportViolations(found: readonly Violation[], text: string, ctx: ReadContext): void {
  const violations = found.toSorted((one, other) => one.at - other.at);
  const places = locationsAt(
    text,
    violations.map(({ at }) => at),
  );
  for (const [index, { rule, problem }] of violations.entries()) {
    const { line = 1, column = 1 } = places[index] ?? {};
    ctx.lose({ kind: 'repaired', detail: { reason: 'standard', rule, problem, line, column } });
  }
}

function violationError({ rule, problem, at }: Violation, text: string, { document }: ReadContext): Error {
  const { line, column } = locationAt(text, at);
  const facts = { file: document, format: 'xliff2', problem: `it breaks the rule "${rule}": ${problem}`, line, column };
  return l10nErrors.create('L10N_PARSE', facts, { details: { file: document, line, column, rule } });
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

/** The units of a file in its text. */
interface UnitsInText {
  readonly reader: UnitReader<Xliff2Unit>;
  readonly text: UnitText;
}

function* rootParts(root: XmlElement, units: UnitsInText, ctx: ReadContext): Generator<Part> {
  units.reader.speaksIn(root, units.text);
  const stated = { source: attributeValue(root, 'srcLang'), target: attributeValue(root, 'trgLang') };
  const inherited = {
    variant: toVariant(targetLanguage(stated, ctx.document), ctx),
    sourceLocale: ctx.sourceLocale === 'und' ? toVariant(stated.source, {}) : ctx.sourceLocale,
    translatable: true,
    preserve: attributeValue(root, 'space', xmlNamespace) === 'preserve',
  };
  for (const file of childElements(root)) {
    if (isCoreElement(file, 'file')) yield* groupParts(file, 'file', units, inherited);
  }
}

function* groupParts(element: XmlElement, type: string, units: UnitsInText, outer: Inherited): Generator<Part> {
  const start = units.reader.startGroup(element, type);
  yield start;
  const inherited = inherit(element, outer);
  for (const child of childElements(element)) {
    if (isCoreElement(child, 'unit')) yield units.reader.unit(child, units.text, inherited);
    if (isCoreElement(child, 'group')) yield* groupParts(child, 'group', units, inherited);
  }
  yield { kind: 'group-end', id: start.group.id };
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
