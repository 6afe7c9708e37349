import {
  createBlockIds,
  type BlockIds,
  type ByteSource,
  type DisplayHint,
  type Part,
  type ReadContext,
} from '@helve/flow';
import { createCodeFinder, type CodeFinder } from '../code/create-code-finder.js';
import { parseError, placeAt } from '../format-error.js';
import { namedEncoding } from '../format-option.js';
import { readBlock } from '../read-block.js';
import { rootLayerId } from '../read-embedded.js';
import { rootLayer } from '../root-layer.js';
import { loadText, type LoadedText } from '../text/open-text.js';
import { declaredEncoding } from '../xml/declared-encoding.js';
import { parseXml } from '../xml/parse-xml.js';
import { attributeOf, childOf, elementsOf, valueOf, xmlNamespace, type XmlElement } from '../xml/xml-node.js';
import { appendUnit } from './append-unit.js';
import { unitFields, withFields } from './block-fields.js';
import { appendLanguage, languageFacts } from './language-place.js';
import type { XliffOptions } from './options.js';
import { readUnit } from './read-unit.js';
import { variantOf } from './variant-of.js';

/** Reads a file of XLIFF 1.2: every trans-unit is a block with a source and, where there is one, a target. */
export async function* readXliff(source: ByteSource, options: XliffOptions, ctx: ReadContext): AsyncGenerator<Part> {
  const { maxBytes, encoding } = options;
  const request = { file: ctx.document, maxBytes, encoding: namedEncoding(encoding), declared: declaredEncoding };
  const text = await loadText(source, request);
  const root = rootOf(text, options, ctx);
  const files = root ? elementsOf(root).filter(({ local, uri }) => local === 'file' && uri === root.uri) : [];
  const languages = files.map((file) => valueOf(file, 'target-language'));
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
  const reader = new FileReader(text, options, ctx);
  for (const file of files) yield* reader.file(file);
  yield { kind: 'layer-end', id: rootLayerId };
}

/** A file without any content is no XLIFF yet, and nothing that could be lost. */
function rootOf(
  { text }: LoadedText,
  { maxDepth, maxExpansion }: XliffOptions,
  ctx: ReadContext,
): XmlElement | undefined {
  if (/^\s*$/u.test(text)) return undefined;
  const root = parseXml(text, { file: ctx.document, format: 'xliff', maxDepth, maxExpansion });
  const fault = (problem: string): Error => parseError(ctx.document, 'xliff', problem, placeAt(text, root.start));
  if (root.local !== 'xliff') throw fault(`the root element is <${root.name}>, not <xliff>`);
  const version = valueOf(root, 'version');
  if (version !== undefined && !version.startsWith('1.')) throw fault(`its version is "${version}", not 1.2`);
  return root;
}

function holdsTarget(element: XmlElement): boolean {
  if (element.local === 'trans-unit') return (childOf(element, 'target')?.children.length ?? 0) > 0;
  return element.children.some((child) => child.kind === 'element' && holdsTarget(child));
}

/** What units take over from the elements around them. */
interface Inherited {
  readonly variant: string;
  readonly translatable: boolean;
  readonly preserve: boolean;
  readonly sourceLocale: string;
}

class FileReader {
  readonly #text: LoadedText;
  readonly #ctx: ReadContext;
  readonly #find: CodeFinder;
  readonly #ids: BlockIds = createBlockIds();
  readonly #groups: BlockIds = createBlockIds();
  /** The file whose language has no place in the skeleton yet. */
  #file: XmlElement | undefined;

  constructor(text: LoadedText, options: XliffOptions, ctx: ReadContext) {
    this.#text = text;
    this.#ctx = ctx;
    this.#find = createCodeFinder(options.codeFinder);
  }

  *file(file: XmlElement): Generator<Part> {
    this.#file = file;
    const own = this.#ctx.sourceLocale;
    const inherited = {
      variant: variantOf(valueOf(file, 'target-language'), this.#ctx),
      translatable: true,
      preserve: false,
      sourceLocale: own === 'und' ? variantOf(valueOf(file, 'source-language'), {}) : own,
    };
    yield* this.#group(file, 'file', valueOf(file, 'original') ?? 'file', inherited);
  }

  *#group(element: XmlElement, type: string, name: string, outer: Inherited): Generator<Part> {
    const properties: Record<string, string> = {};
    const id = this.#groups.claim(valueOf(element, 'id') ?? name, properties);
    yield { kind: 'group-start', group: { id, name, type, properties } };
    yield* this.#content(element, inherit(element, outer));
    yield { kind: 'group-end', id };
  }

  *#content(parent: XmlElement, outer: Inherited): Generator<Part> {
    for (const element of parent.children) {
      if (element.kind !== 'element' || element.uri !== parent.uri) continue;
      if (element.local === 'trans-unit') yield* this.#unit(element, outer);
      else if (element.local === 'body' || element.local === 'bin-unit')
        yield* this.#content(element, inherit(element, outer));
      else if (element.local === 'group') {
        yield* this.#group(element, 'group', valueOf(element, 'resname') ?? valueOf(element, 'id') ?? 'group', outer);
      }
    }
  }

  *#unit(element: XmlElement, outer: Inherited): Generator<Part> {
    const { variant } = outer;
    const unit = readUnit(element, this.#text.text, this.#find, variant);
    if (!unit) return;
    const { translatable, preserve, sourceLocale } = inherit(element, outer);
    const properties: Record<string, string> = {};
    const named = valueOf(element, 'id');
    const id = this.#ids.claim(named === undefined || named === '' ? '(no id)' : named, properties);
    this.#language(id);
    const fields = unitFields(variant, unit);
    const entry = appendUnit({ text: this.#text, element, blockId: id, variant, fields }, this.#ctx);
    const block = readBlock(
      {
        id,
        name: valueOf(element, 'resname') ?? named ?? id,
        type: valueOf(element, 'restype') ?? 'string',
        source: unit.source,
        properties,
        translatable,
        preserveWhitespace: preserve,
        format: 'xliff',
        entry,
        displayHint: hintOf(element),
      },
      sourceLocale === this.#ctx.sourceLocale ? this.#ctx : { ...this.#ctx, sourceLocale },
    );
    yield { kind: 'block', block: withFields(block, fields) };
  }

  /** The language of a file stands before its first unit, and is written with it. */
  #language(blockId: string): void {
    const file = this.#file;
    this.#file = undefined;
    if (file) appendLanguage({ text: this.#text, element: file, attribute: 'target-language', blockId }, this.#ctx);
  }
}

function inherit(element: XmlElement, outer: Inherited): Inherited {
  const translate = valueOf(element, 'translate');
  const space = attributeOf(element, 'space', xmlNamespace)?.value;
  if (translate === undefined && space === undefined) return outer;
  return {
    ...outer,
    translatable: translate === undefined ? outer.translatable : translate !== 'no',
    preserve: space === undefined ? outer.preserve : space === 'preserve',
  };
}

const units = { char: 'chars', byte: 'utf8', glyph: 'graphemes' } as const;

/** How long a text may be; widths in pixels and points say nothing about texts. */
function hintOf(element: XmlElement): DisplayHint | undefined {
  const maxLength = Number(valueOf(element, 'maxwidth') ?? Number.NaN);
  const sizeUnit = valueOf(element, 'size-unit');
  const unit = sizeUnit === 'char' || sizeUnit === 'byte' || sizeUnit === 'glyph' ? units[sizeUnit] : undefined;
  return Number.isInteger(maxLength) && maxLength > 0 && unit ? { maxLength, unit } : undefined;
}
