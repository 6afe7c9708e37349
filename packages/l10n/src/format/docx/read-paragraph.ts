import type { Runs } from '@helve/flow';
import type { CodeFinder } from '../code/code-finder.js';
import { runsDigest } from '../runs-digest.js';
import { isSelfClosing, type XmlAttribute, type XmlElement } from '../xml/xml-node.js';
import { altTexts } from './alt-text.js';
import type { Atom } from './atom.js';
import { collectAtoms, joinsNext, styleOf, type AtomRules, type CollectedAtoms } from './collect-atoms.js';
import { Fields } from './fields.js';
import { findParagraphs, findTextBoxes } from './find-paragraphs.js';
import { toParagraphContent } from './paragraph-content.js';
import type { AttributeForm, HostedText, ParagraphForm, TextHost } from './paragraph-form.js';
import { prefixOf, wordChild } from './word-xml.js';

/** A paragraph or an attribute with text, by its range in the text of its part. */
export interface ReadText {
  readonly runs: Runs;
  readonly form: ParagraphForm | AttributeForm;
  readonly start: number;
  readonly end: number;
  /** Pieces of it that hold further texts. */
  readonly hosts: readonly FoundHost[];
}

/** A piece of a paragraph that holds texts: text boxes and descriptions of pictures, each in one or more places. */
export interface FoundHost {
  readonly raw: string;
  readonly start: number;
  readonly texts: readonly (readonly ReadText[])[];
}

/** Reads the paragraphs of one part, with the texts in their text boxes and pictures. */
export class ParagraphReader {
  readonly #rules: AtomRules;
  readonly #find: CodeFinder;

  constructor(rules: AtomRules, find: CodeFinder) {
    this.#rules = rules;
    this.#find = find;
  }

  /** Lists the pieces of a paragraph. */
  atoms(paragraph: XmlElement): CollectedAtoms {
    const rules = { ...this.#rules, paragraphStyle: styleOf(paragraph) };
    return collectAtoms(paragraph, rules, { atoms: [], revised: false });
  }

  /** Reads the text from one paragraph to another that a tracked change joins to it; undefined if there is none. */
  read(
    [first, last]: readonly [XmlElement, XmlElement],
    atoms: readonly Atom[],
    facts: { readonly revised: boolean; readonly hosts: readonly FoundHost[] },
  ): ReadText | undefined {
    const content = toParagraphContent(atoms, this.#find);
    if (content === undefined || isSelfClosing(first)) return undefined;
    const { raw } = this.#rules;
    const properties = wordChild(first, 'pPr');
    const [start, end] = [first.openEnd, last.closeStart];
    const { runs, ...form } = content;
    return {
      runs,
      start,
      end,
      hosts: facts.hosts,
      form: {
        ...form,
        prefix: prefixOf(first),
        properties: properties === undefined ? '' : raw.slice(properties.start, properties.end),
        raw: raw.slice(start, end),
        revised: facts.revised,
        joined: first !== last,
        hosts: [],
      },
    };
  }

  /** Finds the texts in the text boxes and pictures of a paragraph. */
  hosts(atoms: readonly Atom[]): readonly FoundHost[] {
    return atoms.flatMap(({ element }) => (element === undefined ? [] : this.#hostIn(element)));
  }

  #hostIn(element: XmlElement): readonly FoundHost[] {
    const { start, end } = element;
    const raw = this.#rules.raw.slice(start, end);
    if (!/txbxContent|(?:descr|title|alt)=/u.test(raw)) return [];
    const boxes = findTextBoxes(element).flatMap((found) => this.#boxTexts(found));
    const described = altTexts(element).map((places) => places.map((place) => this.#attribute(place)));
    const texts = [...boxes, ...described];
    return texts.length === 0 ? [] : [{ raw, start, texts }];
  }

  #attribute({ value, valueStart: start, valueEnd: end }: XmlAttribute): ReadText {
    const { runs } = this.#find(value);
    return { runs, start, end, hosts: [], form: { attribute: this.#rules.raw.slice(start, end) } };
  }

  /** Reads the texts of a text box, each with its copy for older readers. */
  #boxTexts(boxes: readonly XmlElement[]): readonly (readonly ReadText[])[] {
    const [own = [], copy = []] = boxes.map((box) => this.#boxParagraphs(box));
    const isPaired = own.length === copy.length;
    return own.map((places, at) => [...places, ...(isPaired ? (copy[at] ?? []) : [])]);
  }

  #boxParagraphs(box: XmlElement): readonly (readonly ReadText[])[] {
    const { acceptsChanges, isTextField, styles } = this.#rules;
    const fields = new Fields(isTextField);
    return [...findParagraphs(box, acceptsChanges)].flatMap((paragraph) => {
      const { atoms, revised } = this.atoms(paragraph);
      const resolved = fields.resolve(atoms);
      if (joinsNext(paragraph, acceptsChanges) || !styles.includes(styleOf(paragraph))) return [];
      const hosts = this.hosts(atoms);
      const read = this.read([paragraph, paragraph], resolved, { revised, hosts });
      return read === undefined ? hosts.flatMap(({ texts }) => texts) : [[read]];
    });
  }
}

/** The hosts of a text for its skeleton; each text in them gets an id below that of the text. */
function hostsOf(hosts: readonly FoundHost[], id: string): readonly TextHost[] {
  return hosts.map(({ raw, start, texts }, at) => ({
    raw,
    texts: texts.flatMap((places, number): HostedText[] => {
      const [first] = places;
      if (first === undefined) return [];
      const own = hostedId(id, at, number);
      const ranges = places.map((place) => ({
        start: place.start - start,
        end: place.end - start,
        form: withHosts(place, own),
      }));
      return [{ id: own, digest: runsDigest(first.runs), places: ranges }];
    }),
  }));
}

/** The form of a text with its hosts. */
export function withHosts({ form, hosts }: ReadText, id: string): ParagraphForm | AttributeForm {
  return 'attribute' in form ? form : { ...form, hosts: hostsOf(hosts, id) };
}

/** Lists the texts in hosts with their ids, those inside of a text before it. */
export function* hostedTexts(
  hosts: readonly FoundHost[],
  id: string,
): Generator<{ readonly id: string; readonly text: ReadText }> {
  for (const [at, { texts }] of hosts.entries()) {
    for (const [number, [text]] of texts.entries()) {
      if (text === undefined) continue;
      const own = hostedId(id, at, number);
      yield* hostedTexts(text.hosts, own);
      yield { id: own, text };
    }
  }
}

function hostedId(id: string, host: number, text: number): string {
  return `${id}~${host + 1}.${text + 1}`;
}
