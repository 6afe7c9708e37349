import { parseMember } from '../package/member-xml.js';
import type { PackageReading } from '../package/package-reading.js';
import { officeValue } from '../package/run-format.js';
import type { XmlElement } from '../xml/xml-node.js';
import type { DocxOptions } from './options.js';
import { wordAttribute, wordChild, isWord } from './word-xml.js';

/** Decides by style and color which text is read. */
export class StyleFilter {
  readonly #included: ReadonlySet<string>;
  readonly #excluded: ReadonlySet<string>;
  readonly #colors: ReadonlySet<string>;
  /** Names of styles by id. */
  readonly #names: ReadonlyMap<string, string>;

  constructor(
    options: Pick<DocxOptions, 'includeStyles' | 'excludeStyles' | 'excludeColors'>,
    names: ReadonlyMap<string, string>,
  ) {
    this.#included = new Set(options.includeStyles.map((style) => style.toLowerCase()));
    this.#excluded = new Set(options.excludeStyles.map((style) => style.toLowerCase()));
    this.#colors = new Set(options.excludeColors.map((color) => color.toUpperCase()));
    this.#names = names;
  }

  /** True for a paragraph of this style that is read. */
  includes(style: string | undefined): boolean {
    if (this.#included.size > 0 && !this.#isIn(this.#included, style)) return false;
    return !this.#isIn(this.#excluded, style);
  }

  /** True for a run that is not read. */
  excludesRun(properties: XmlElement): boolean {
    if (this.#isIn(this.#excluded, officeValue(wordChild(properties, 'rStyle')))) return true;
    if (this.#colors.size === 0) return false;
    const shade = wordChild(properties, 'shd');
    const colors = [officeValue(wordChild(properties, 'color')), shade && wordAttribute(shade, 'fill')];
    return colors.some((color) => color !== undefined && this.#colors.has(color.toUpperCase()));
  }

  #isIn(styles: ReadonlySet<string>, style: string | undefined): boolean {
    if (style === undefined || styles.size === 0) return false;
    return styles.has(style.toLowerCase()) || styles.has(this.#names.get(style)?.toLowerCase() ?? '');
  }
}

/** Creates the filter of a document; its styles are read only if somebody names some. */
export async function readStyleFilter(
  reading: PackageReading,
  path: string | undefined,
  options: DocxOptions,
): Promise<StyleFilter> {
  const isUsed = options.includeStyles.length + options.excludeStyles.length > 0;
  if (!isUsed || path === undefined) return new StyleFilter(options, new Map());
  const file = reading.context(path).document;
  const root = parseMember({ text: await reading.text(path), file, format: 'docx', root: 'styles' });
  const names = root.children.flatMap((child): [string, string][] => {
    if (child.kind !== 'element' || !isWord(child, 'style')) return [];
    const name = officeValue(wordChild(child, 'name'));
    return name === undefined ? [] : [[wordAttribute(child, 'styleId') ?? '', name]];
  });
  return new StyleFilter(options, new Map(names));
}
