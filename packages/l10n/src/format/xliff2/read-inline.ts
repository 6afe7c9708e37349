import type { Constraints } from '@helve/flow';
import type { CodeDraft, InlineDraft } from '../xliff/inline-draft.js';
import { isSelfClosing, valueOf, type XmlElement } from '../xml/xml-node.js';

/** The original data of a unit, by id. */
export type OriginalData = ReadonlyMap<string, string>;

/** Finds texts and codes in a source or target of XLIFF 2. */
export function readInline(element: XmlElement, raw: string, data: OriginalData): readonly InlineDraft[] {
  const [only, more] = element.children;
  if (only?.kind === 'text' && !more) return [only];
  const drafts: InlineDraft[] = [];
  new InlineReader(raw, data, drafts).content(element);
  return drafts;
}

class InlineReader {
  readonly #raw: string;
  readonly #data: OriginalData;
  readonly #drafts: InlineDraft[];

  constructor(raw: string, data: OriginalData, drafts: InlineDraft[]) {
    this.#raw = raw;
    this.#data = data;
    this.#drafts = drafts;
  }

  content(parent: XmlElement): void {
    for (const child of parent.children) {
      if (child.kind === 'text') this.#drafts.push({ kind: 'text', text: child.text });
      else if (child.kind === 'element') this.#element(child);
      else if (child.kind === 'instruction') {
        const data = this.#raw.slice(child.start, child.end);
        this.#drafts.push({ kind: 'ph', key: data, wish: 'pi', type: 'code:placeholder', element: 'pi', data });
      }
    }
  }

  #element(element: XmlElement): void {
    const { local } = element;
    const whole = this.#raw.slice(element.start, element.end);
    if (local === 'cp') this.#codePoint(element, whole);
    else if ((local === 'pc' || local === 'mrk') && !isSelfClosing(element)) {
      this.#push(element, 'open', this.#raw.slice(element.start, element.openEnd));
      this.content(element);
      this.#push(element, 'close', this.#raw.slice(element.closeStart, element.end));
    } else this.#push(element, kinds[local] ?? 'ph', whole);
  }

  /** A character that XML cannot hold is text all the same. */
  #codePoint(element: XmlElement, whole: string): void {
    const point = Number.parseInt(valueOf(element, 'hex') ?? '', 16);
    const char = point <= 0x10ffff ? String.fromCodePoint(point) : '';
    if (char !== '' && char.isWellFormed()) this.#drafts.push({ kind: 'text', text: char });
    else
      this.#drafts.push({ kind: 'ph', key: whole, wish: 'cp', type: 'code:placeholder', element: 'cp', data: whole });
  }

  #push(element: XmlElement, kind: CodeDraft['kind'], data: string): void {
    const id = valueOf(element, 'startRef') ?? valueOf(element, 'id') ?? '';
    const end = kind === 'close' ? 'End' : 'Start';
    this.#drafts.push({
      kind,
      key: `${families[element.local] ?? element.name} ${id}`,
      wish: id,
      type: typeOf(element),
      element: element.local,
      data,
      equiv: valueOf(element, 'equiv') ?? valueOf(element, `equiv${end}`),
      disp: valueOf(element, 'disp') ?? valueOf(element, `disp${end}`) ?? this.#original(element),
      constraints: kind === 'close' ? undefined : constraintsOf(element),
      ...(valueOf(element, 'isolated') === 'yes' && { alone: true }),
    });
  }

  #original(element: XmlElement): string | undefined {
    const ref = valueOf(element, 'dataRef') ?? valueOf(element, 'dataRefStart');
    return ref === undefined ? undefined : this.#data.get(ref);
  }
}

const kinds: Readonly<Record<string, CodeDraft['kind']>> = { sc: 'open', sm: 'open', ec: 'close', em: 'close' };
const families: Readonly<Record<string, string>> = {
  sc: 'sc',
  ec: 'sc',
  sm: 'sm',
  em: 'sm',
  pc: 'pc',
  mrk: 'mrk',
  ph: 'ph',
};

const types: Readonly<Record<string, string>> = {
  'xlf:b': 'fmt:bold',
  'xlf:i': 'fmt:italic',
  'xlf:u': 'fmt:underline',
  'xlf:lb': 'struct:break',
  'xlf:pb': 'struct:pagebreak',
  'xlf:var': 'code:variable',
  link: 'link:hyperlink',
  image: 'media:image',
};

function typeOf(element: XmlElement): string {
  const known = types[valueOf(element, 'subType') ?? ''] ?? types[valueOf(element, 'type') ?? ''];
  return known ?? (element.local === 'ph' ? 'code:placeholder' : 'code:markup');
}

function constraintsOf(element: XmlElement): Constraints {
  if (element.local === 'mrk' || element.local === 'sm')
    return { deletable: true, cloneable: false, reorderable: true };
  return {
    deletable: valueOf(element, 'canDelete') !== 'no',
    cloneable: valueOf(element, 'canCopy') !== 'no',
    reorderable: (valueOf(element, 'canReorder') ?? 'yes') === 'yes',
  };
}
