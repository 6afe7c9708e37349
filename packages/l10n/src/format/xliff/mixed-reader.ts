import type { XmlElement } from '../xml/xml-node.js';
import type { InlineCodeDraft, InlineDraft } from './inline-draft.js';

/** Reads an element among text, by version of XLIFF. */
export type TakeElement = (element: XmlElement, reader: MixedReader) => void;

/** Finds texts and codes in an element; nearly always there is only one text. */
export function readMixed(element: XmlElement, raw: string, take: TakeElement): readonly InlineDraft[] {
  const [only, more] = element.children;
  if (only?.kind === 'text' && !more) return [only];
  const reader = new MixedReader(raw, take);
  reader.content(element);
  return reader.drafts;
}

/** Reads text with elements in it. */
export class MixedReader {
  readonly drafts: InlineDraft[] = [];
  readonly #raw: string;
  readonly #take: TakeElement;

  constructor(raw: string, take: TakeElement) {
    this.#raw = raw;
    this.#take = take;
  }

  content(parent: XmlElement): void {
    for (const child of parent.children) {
      if (child.kind === 'text') this.drafts.push({ kind: 'text', text: child.text });
      else if (child.kind === 'element') this.#take(child, this);
      else if (child.kind === 'instruction') {
        const data = this.rawOf(child.start, child.end);
        this.drafts.push({ kind: 'ph', key: data, wish: 'pi', type: 'code:placeholder', element: 'pi', data });
      }
    }
  }

  /** Adds the two halves of an element, around its content. */
  pair(element: XmlElement, toDraft: (kind: InlineCodeDraft['kind'], data: string) => InlineCodeDraft): void {
    this.drafts.push(toDraft('open', this.rawOf(element.start, element.openEnd)));
    this.content(element);
    this.drafts.push(toDraft('close', this.rawOf(element.closeStart, element.end)));
  }

  rawOf(start: number, end: number): string {
    return this.#raw.slice(start, end);
  }
}
