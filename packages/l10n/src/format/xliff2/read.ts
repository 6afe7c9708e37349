import {
  createBlockIds,
  type BlockIds,
  type ByteSource,
  type DisplayHint,
  type Part,
  type ReadContext,
} from '@helve/flow';
import { l10nErrors } from '../../l10n-errors.js';
import { createCodeFinder, type CodeFinder } from '../code/create-code-finder.js';
import { parseError, placeAt } from '../format-error.js';
import { namedEncoding } from '../format-option.js';
import { readBlock } from '../read-block.js';
import { rootLayerId } from '../read-embedded.js';
import { rootLayer } from '../root-layer.js';
import { loadText, type LoadedText } from '../text/open-text.js';
import { appendUnit } from '../xliff/append-unit.js';
import { unitFields, withFields } from '../xliff/block-fields.js';
import { appendLanguage, languageFacts } from '../xliff/language-place.js';
import { variantOf } from '../xliff/variant-of.js';
import { declaredEncoding } from '../xml/declared-encoding.js';
import { parseXml } from '../xml/parse-xml.js';
import { attributeOf, childOf, elementsOf, valueOf, xmlNamespace, type XmlElement } from '../xml/xml-node.js';
import { isCore, isCoreElement, pgsNamespace, slrNamespace } from './namespace.js';
import type { Xliff2Options } from './options.js';
import { readUnit } from './read-unit.js';
import { validateXliff } from './validate/validate.js';

/** Reads a file of XLIFF 2: every unit is a block, its segments and ignorables are a segmentation. */
export async function* readXliff2(source: ByteSource, options: Xliff2Options, ctx: ReadContext): AsyncGenerator<Part> {
  const { maxBytes, encoding } = options;
  const request = { file: ctx.document, maxBytes, encoding: namedEncoding(encoding), declared: declaredEncoding };
  const text = await loadText(source, request);
  const root = rootOf(text, options, ctx);
  const properties = languageFacts([valueOf(root, 'trgLang')], holdsTarget(root));
  const facts = {
    format: 'xliff2',
    mimeType: 'application/xliff+xml',
    form: text.form,
    multilingual: true,
    properties,
  };
  yield { kind: 'layer-start', layer: rootLayer(facts, ctx) };
  const reader = new DocumentReader(text, root, options, ctx);
  for (const file of elementsOf(root)) if (isCoreElement(file, 'file')) yield* reader.file(file);
  yield { kind: 'layer-end', id: rootLayerId };
}

function rootOf({ text }: LoadedText, options: Xliff2Options, ctx: ReadContext): XmlElement {
  const { maxDepth, maxExpansion } = options;
  const request = { file: ctx.document, format: 'xliff2', maxDepth, maxExpansion };
  const root = parseXml(text, options.repair ? { ...request, ...leniency(text, ctx) } : request);
  const fault = (problem: string): Error => parseError(ctx.document, 'xliff2', problem, placeAt(text, root.start));
  if (root.local !== 'xliff') throw fault(`the root element is <${root.name}>, not <xliff>`);
  if (!isCore(root.uri)) throw fault(`its namespace is "${root.uri}", which is none of XLIFF 2`);
  const strict =
    options.validation === 'strict' ||
    (options.validation === 'auto' && valueOf(root, 'version') !== '2.0' && valueOf(root, 'version') !== '2.1');
  if (strict) assertValid(root, text, ctx);
  return root;
}

/** One slip is common enough to be passed over: a target outside of its segment. It is told, and its bytes stay. */
function leniency(text: string, ctx: ReadContext) {
  return {
    lenientPrefixes: { pgs: pgsNamespace },
    passOver: ({ local, parent }: XmlElement) =>
      local === 'target' && parent !== undefined && isCoreElement(parent, 'unit'),
    repaired: (problem: string, index: number) => {
      const { line, column } = placeAt(text, index);
      ctx.lose({ kind: 'repaired', detail: { reason: problem, line, column } });
    },
  };
}

function assertValid(root: XmlElement, text: string, { document }: ReadContext): void {
  const [first] = validateXliff(root);
  if (!first) return;
  const { rule, problem, at } = first;
  const { line, column } = placeAt(text, at);
  const facts = { file: document, format: 'xliff2', problem: `it breaks the rule "${rule}": ${problem}`, line, column };
  throw l10nErrors.create('L10N_PARSE', facts, { details: { file: document, line, column, rule } });
}

function holdsTarget(element: XmlElement): boolean {
  if (isCoreElement(element, 'segment', 'ignorable')) return childOf(element, 'target') !== undefined;
  return element.children.some((child) => child.kind === 'element' && holdsTarget(child));
}

/** What units take over from the elements around them. */
interface Inherited {
  readonly translatable: boolean;
  readonly preserve: boolean;
}

class DocumentReader {
  readonly #text: LoadedText;
  readonly #ctx: ReadContext;
  readonly #find: CodeFinder;
  readonly #variant: string;
  readonly #ids: BlockIds = createBlockIds();
  readonly #groups: BlockIds = createBlockIds();
  /** The root while its language has no place in the skeleton yet. */
  #root: XmlElement | undefined;

  constructor(text: LoadedText, root: XmlElement, options: Xliff2Options, ctx: ReadContext) {
    const { sourceLocale } = ctx;
    this.#text = text;
    this.#ctx = sourceLocale === 'und' ? { ...ctx, sourceLocale: variantOf(valueOf(root, 'srcLang'), {}) } : ctx;
    this.#find = createCodeFinder(options.codeFinder);
    this.#variant = variantOf(valueOf(root, 'trgLang'), ctx);
    this.#root = root;
  }

  *file(file: XmlElement): Generator<Part> {
    yield* this.#group(file, 'file', valueOf(file, 'original') ?? valueOf(file, 'id') ?? 'file', {
      translatable: true,
      preserve: file.parent !== undefined && valueOf(file.parent, 'space', xmlNamespace) === 'preserve',
    });
  }

  *#group(element: XmlElement, type: string, name: string, outer: Inherited): Generator<Part> {
    const properties: Record<string, string> = {};
    const id = this.#groups.claim(valueOf(element, 'id') ?? name, properties);
    const inherited = inherit(element, outer);
    yield { kind: 'group-start', group: { id, name, type, properties } };
    for (const child of elementsOf(element)) {
      if (isCoreElement(child, 'unit')) yield* this.#unit(child, inherited);
      if (isCoreElement(child, 'group'))
        yield* this.#group(child, 'group', valueOf(child, 'name') ?? valueOf(child, 'id') ?? 'group', inherited);
    }
    yield { kind: 'group-end', id };
  }

  *#unit(element: XmlElement, outer: Inherited): Generator<Part> {
    const variant = this.#variant;
    const unit = readUnit(element, this.#text.text, this.#find, variant);
    if (!unit) return;
    const { translatable, preserve } = inherit(element, outer);
    const properties: Record<string, string> = {};
    const named = valueOf(element, 'id');
    const id = this.#ids.claim(named === undefined || named === '' ? '(no id)' : named, properties);
    this.#language(id);
    const fields = unitFields(variant, unit);
    const entry = appendUnit({ text: this.#text, element, blockId: id, variant, fields }, this.#ctx);
    const facts = {
      id,
      name: valueOf(element, 'name') ?? named ?? id,
      type: valueOf(element, 'type') ?? 'string',
      source: unit.source,
      properties,
      translatable,
      preserveWhitespace:
        preserve ||
        unit.pieces.some(({ sourceElement }) => valueOf(sourceElement, 'space', xmlNamespace) === 'preserve'),
      format: 'xliff2',
      entry,
      displayHint: hintOf(element),
    };
    yield { kind: 'block', block: withFields(readBlock(facts, this.#ctx), fields) };
  }

  /** The language of all targets stands at the root, and is written with the first unit. */
  #language(blockId: string): void {
    const root = this.#root;
    this.#root = undefined;
    if (root) appendLanguage({ text: this.#text, element: root, attribute: 'trgLang', blockId }, this.#ctx);
  }
}

function inherit(element: XmlElement, outer: Inherited): Inherited {
  const translate = valueOf(element, 'translate');
  const space = attributeOf(element, 'space', xmlNamespace)?.value;
  if (translate === undefined && space === undefined) return outer;
  return {
    translatable: translate === undefined ? outer.translatable : translate !== 'no',
    preserve: space === undefined ? outer.preserve : space === 'preserve',
  };
}

/** How long a text may be: in characters, else in bytes. */
function hintOf(unit: XmlElement): DisplayHint | undefined {
  for (const [name, unitName] of [
    ['sizeRestriction', 'chars'],
    ['storageRestriction', 'utf8'],
  ] as const) {
    const match = /^(?:\d+,)?(\d+)$/u.exec(valueOf(unit, name, slrNamespace) ?? '');
    if (match) return { maxLength: Number(match[1]), unit: unitName };
  }
  return undefined;
}
