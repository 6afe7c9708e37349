import { textRun, type Runs } from '@helve/flow';
import { pluralSamples } from '@helve/flow/content';
import type { BadValues } from '../bad-value.js';
import { codeFinder, type CodeFinder } from '../code/code-finder.js';
import { valueCodes } from '../format-option.js';
import { pluralContent } from '../plural/plan-members.js';
import type { CommentedElement } from '../xml/comment-collector.js';
import type { XmlPiece } from '../xml/split-children.js';
import { faultsAt, XmlFault } from '../xml/xml-fault.js';
import type { XmlFragments } from '../xml/xml-fragments.js';
import type { XmlElement } from '../xml/xml-node.js';
import { xmlValueEntry, type XmlValueEntry } from '../xml/xml-value-entry.js';
import { dialects, type Dialect } from './dialect.js';
import type { AndroidXmlOptions } from './options.js';
import { readValue } from './read-value.js';
import { PluralsEntry, writtenItem } from './resource-entry.js';
import { isExcluded, toResource, type PluralItem, type Resource } from './resource.js';
import { EscapeFault } from './scan-text.js';

/** Content of a value, or its raw text with what is wrong. */
interface DraftContent {
  readonly runs: Runs;
  readonly translatable: boolean;
  readonly fault?: XmlFault;
  readonly bareApostrophe: boolean;
  readonly brokenChars: boolean;
}

/** A value of the file, before it is a block. */
export interface ValueDraft extends DraftContent {
  readonly name: string;
  readonly kind: Resource['kind'];
  readonly above: readonly XmlPiece[];
  readonly behind: XmlPiece | undefined;
  /** Creates the skeleton entry. */
  entry(id: string, more: boolean): XmlValueEntry | PluralsEntry;
}

/** Reads the values of the resources of one file. */
export class DraftReader {
  readonly #fragments: XmlFragments;
  readonly #bad: BadValues;
  readonly #dialect: Dialect;
  readonly #find: CodeFinder;
  /** Categories of the language of the file; undefined if nobody knows them. */
  readonly #categories: ReadonlySet<string> | undefined;

  constructor(fragments: XmlFragments, bad: BadValues, options: AndroidXmlOptions, locale: string) {
    this.#fragments = fragments;
    this.#bad = bad;
    this.#dialect = dialects[options.dialect];
    this.#find = codeFinder(valueCodes(options));
    const samples = pluralSamples(locale, false);
    this.#categories = samples && new Set(samples.map(({ category }) => category));
  }

  /** Returns the values of an element: one, one for each item of an array, or none. */
  drafts({ piece, above, behind }: CommentedElement): readonly ValueDraft[] {
    const element = this.#fragments.element(piece);
    const resource = faultsAt(piece.index, () => toResource(element, this.#dialect));
    if (!resource) return [];
    const isFree = !isExcluded(element);
    const { kind, name } = resource;
    if (kind === 'array') {
      return resource.items.map((item, at) => {
        const comments = at === 0 ? { above, behind } : { above: [], behind: undefined };
        return { ...this.#value(item, piece, isFree), ...comments, kind, name: `${name}[${at}]` };
      });
    }
    const value = kind === 'string' ? this.#value(element, piece, isFree) : this.#plural(resource, piece, isFree);
    return [{ ...value, kind, name, above, behind }];
  }

  #value(element: XmlElement, piece: XmlPiece, isFree: boolean) {
    const content = this.#content([element], piece, isFree, ([runs = []]) => runs);
    const place = { element, piece, fragments: this.#fragments };
    return {
      ...content,
      entry: (id: string, more: boolean) => xmlValueEntry(place, { id, content: content.runs, more }),
    };
  }

  #plural({ element, items }: Resource & { readonly kind: 'plurals' }, piece: XmlPiece, isFree: boolean) {
    const live = items.filter((item) => !this.#isDead(item));
    const used = live.length === 0 ? items : live;
    const elements = used.map((item) => item.element);
    const content = this.#content(elements, piece, isFree, (values) =>
      pluralContent(used.map(({ category }, at) => [category, values[at] ?? []] as const)),
    );
    const raw = piece.text.slice(element.openEnd, element.closeStart);
    const written = items.map((item) => writtenItem(item, element, piece.text));
    return {
      ...content,
      entry: (id: string, more: boolean) =>
        new PluralsEntry(id, piece.bytesOf(element.openEnd, element.closeStart), content.runs, {
          raw,
          items: written,
          fragments: this.#fragments,
          more,
        }),
    };
  }

  /** True for a text for zero in a language without that category, which Android never shows. */
  #isDead({ category }: PluralItem): boolean {
    return category === 'zero' && this.#categories?.has('zero') === false;
  }

  #content(
    elements: readonly XmlElement[],
    piece: XmlPiece,
    isFree: boolean,
    join: (values: readonly Runs[]) => Runs,
  ): DraftContent {
    try {
      const values = elements.map((element) => readValue(element, piece.text, this.#dialect, this.#find));
      return {
        runs: join(values.map(({ runs }) => runs)),
        translatable: isFree && !values.every(({ isReference }) => isReference),
        bareApostrophe: values.some(({ bareApostrophe }) => bareApostrophe),
        brokenChars: values.some(({ brokenChars }) => brokenChars),
      };
    } catch (error) {
      if (!(error instanceof EscapeFault)) throw error;
      return this.#badContent(error, elements, piece);
    }
  }

  /** Returns the raw text of values with a wrong escape, or refuses the file. */
  #badContent({ message }: EscapeFault, elements: readonly XmlElement[], piece: XmlPiece): DraftContent {
    const [start, end] = [elements[0]?.openEnd ?? 0, elements.at(-1)?.closeStart ?? 0];
    const at = piece.text.slice(start, end).search(/\\u(?![0-9a-fA-F]{4})/u);
    const fault = this.#bad.accept(new XmlFault(message, piece.index + start + Math.max(0, at)));
    const runs = Object.freeze([textRun(piece.text.slice(start, end))]);
    return { runs, translatable: false, fault, bareApostrophe: false, brokenChars: false };
  }
}
