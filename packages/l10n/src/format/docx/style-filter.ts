import { parseMember } from '../package/member-xml.js';
import type { PackageReading } from '../package/package-reading.js';
import { isOn, officeValue } from '../package/run-format.js';
import type { XmlElement } from '../xml/xml-node.js';
import type { DocxOptions } from './options.js';
import { wordAttribute, wordChild, isWord } from './word-xml.js';

/** Decides by style and color which text is read. */
export class StyleFilter {
  readonly #included: ReadonlySet<string>;
  readonly #excluded: ReadonlySet<string>;
  readonly #colors: ReadonlySet<string>;
  /** Styles by id. */
  readonly #styles: ReadonlyMap<string, StyleFacts>;

  constructor(
    options: Pick<DocxOptions, 'includeStyles' | 'excludeStyles' | 'excludeColors'>,
    styles: ReadonlyMap<string, StyleFacts>,
  ) {
    this.#included = new Set(options.includeStyles.map((style) => style.toLowerCase()));
    this.#excluded = new Set(options.excludeStyles.map((style) => style.toLowerCase()));
    this.#colors = new Set(options.excludeColors.map((color) => color.toUpperCase()));
    this.#styles = styles;
  }

  /** True for a paragraph of this style that is read. */
  includes(style: string | undefined): boolean {
    if (this.#included.size > 0 && !this.#isIn(this.#included, style)) return false;
    return !this.#isIn(this.#excluded, style);
  }

  /** True for a run that is hidden: by itself, by its style or by that of its paragraph. */
  hides(properties: XmlElement | undefined, paragraphStyle: string | undefined): boolean {
    const own = wordChild(properties, 'vanish');
    if (own !== undefined) return isOn(own);
    return this.#vanishes(officeValue(wordChild(properties, 'rStyle'))) ?? this.#vanishes(paragraphStyle) ?? false;
  }

  /** Tells what a style, or one that it is based on, says about hiding; undefined where none does. */
  #vanishes(style: string | undefined): boolean | undefined {
    const seen = new Set<string>();
    for (let id = style; id !== undefined && !seen.has(id); id = this.#styles.get(id)?.basedOn) {
      seen.add(id);
      const vanish = this.#styles.get(id)?.vanish;
      if (vanish !== undefined) return vanish;
    }
    return undefined;
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
    return styles.has(style.toLowerCase()) || styles.has(this.#styles.get(style)?.name.toLowerCase() ?? '');
  }
}

/** Facts of a style that decide what is read. */
interface StyleFacts {
  readonly name: string;
  readonly basedOn: string | undefined;
  readonly vanish: boolean | undefined;
}

/** Creates the filter of a document; its styles are read only if somebody names some, or if one may hide text. */
export async function readStyleFilter(
  reading: PackageReading,
  path: string | undefined,
  options: DocxOptions,
): Promise<StyleFilter> {
  const isUsed = options.includeStyles.length + options.excludeStyles.length > 0;
  const text = path === undefined ? undefined : await reading.text(path);
  if (path === undefined || text === undefined || (!isUsed && !text.text.includes('vanish')))
    return new StyleFilter(options, new Map());
  const root = parseMember({ text, file: reading.context(path).document, format: 'docx', root: 'styles' });
  const styles = root.children.flatMap((child): [string, StyleFacts][] => {
    if (child.kind !== 'element' || !isWord(child, 'style')) return [];
    const vanish = wordChild(wordChild(child, 'rPr'), 'vanish');
    const facts = {
      name: officeValue(wordChild(child, 'name')) ?? '',
      basedOn: officeValue(wordChild(child, 'basedOn')),
      vanish: vanish && isOn(vanish),
    };
    return [[wordAttribute(child, 'styleId') ?? '', facts]];
  });
  return new StyleFilter(options, new Map(styles));
}
