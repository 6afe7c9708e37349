import { isSelfClosing, valueOf, type XmlElement } from '../xml/xml-node.js';
import { codeConstraints, codeType } from './code-type.js';
import type { CodeDraft, InlineDraft } from './inline-draft.js';

/** Finds texts and codes in an element of XLIFF 1.2. */
export function readInline(element: XmlElement, raw: string): readonly InlineDraft[] {
  const [only, more] = element.children;
  if (only?.kind === 'text' && !more) return [only];
  const drafts: InlineDraft[] = [];
  new InlineReader(raw, element.uri, drafts).content(element);
  return drafts;
}

class InlineReader {
  readonly #raw: string;
  readonly #uri: string;
  readonly #drafts: InlineDraft[];
  #marks = 0;

  constructor(raw: string, uri: string, drafts: InlineDraft[]) {
    this.#raw = raw;
    this.#uri = uri;
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
    const local = element.uri === this.#uri ? element.local : '';
    if (local === 'mrk' && valueOf(element, 'mtype') === 'seg') this.#segment(element);
    else if ((local === 'g' || local === 'mrk') && !isSelfClosing(element)) this.#pair(element);
    else if (subsOf(element).length > 0) this.#withSubs(element);
    else this.#push(element, kindOf(local, element), this.#raw.slice(element.start, element.end));
  }

  #segment(element: XmlElement): void {
    this.#marks += 1;
    const id = valueOf(element, 'mid') ?? String(this.#marks);
    this.#drafts.push({ kind: 'mark', id, edge: 'start' });
    this.content(element);
    this.#drafts.push({ kind: 'mark', id, edge: 'end' });
  }

  #pair(element: XmlElement): void {
    this.#push(element, 'open', this.#raw.slice(element.start, element.openEnd));
    this.content(element);
    this.#push(element, 'close', this.#raw.slice(element.closeStart, element.end));
  }

  /** The text of a sub stands between two halves of the code around it. */
  #withSubs(element: XmlElement): void {
    let at = element.start;
    let kind: CodeDraft['kind'] = 'open';
    for (const sub of subsOf(element)) {
      this.#push(element, kind, this.#raw.slice(at, sub.openEnd), 'sub');
      this.content(sub);
      at = sub.closeStart;
      kind = 'ph';
    }
    this.#push(element, 'close', this.#raw.slice(at, element.end), 'sub');
  }

  #push(element: XmlElement, kind: CodeDraft['kind'], data: string, part = ''): void {
    const own = element.uri === this.#uri;
    const id = valueOf(element, 'id') ?? valueOf(element, 'mid') ?? '';
    const rid = valueOf(element, 'rid') ?? id;
    this.#drafts.push({
      kind,
      key: `${own ? family(element.local) : element.name}${part} ${kind === 'ph' ? id : rid}`,
      wish: kind === 'ph' ? id : rid,
      type: own ? codeType(element) : 'code:markup',
      element: element.local,
      data,
      equiv: valueOf(element, 'equiv-text'),
      constraints: kind === 'close' || !own ? undefined : codeConstraints(element),
      ...(element.local === 'it' && part === '' && { alone: true }),
    });
  }
}

/** Elements whose halves belong together have one name here. */
function family(local: string): string {
  if (local === 'bpt' || local === 'ept') return 'bpt';
  return local === 'bx' || local === 'ex' ? 'bx' : local;
}

function kindOf(local: string, element: XmlElement): CodeDraft['kind'] {
  if (local === 'bpt' || local === 'bx') return 'open';
  if (local === 'ept' || local === 'ex') return 'close';
  if (local !== 'it') return 'ph';
  return valueOf(element, 'pos') === 'close' ? 'close' : 'open';
}

/** The texts inside of a code, outermost first. */
function subsOf(element: XmlElement): readonly XmlElement[] {
  return element.children.flatMap((child) => {
    if (child.kind !== 'element') return [];
    return child.local === 'sub' && child.uri === element.uri && !isSelfClosing(child) ? [child] : subsOf(child);
  });
}
