import { textRun, type CloseRun, type OpenRun, type PlaceholderRun, type Run, type Runs } from '@helve/flow';
import { normaliseRuns } from '@helve/flow/content';
import type { CodeFinder } from '../code/code-finder.js';
import { CodeIds } from '../xliff/code-ids.js';
import { elementText, attributeValue, type XmlElement } from '../xml/xml-node.js';
import { toSubType, type CodeOrigin } from './code-origin.js';
import { typeOfName } from './code-type.js';

/** Content of a segment, or the name of an element that is not allowed there. */
export type ReadSeg = { readonly runs: Runs } | { readonly stranger: string };

/** Assigns ids to the codes of all languages of a unit; most units have none. */
export class UnitIds {
  #ids: CodeIds | undefined;

  claim(key: string, preferred: string): string {
    this.#ids ??= new CodeIds();
    return this.#ids.claim(key, preferred);
  }

  nextSide(): void {
    this.#ids?.nextSide();
  }
}

/** Reads a segment; the codes of all languages of a unit share their ids. */
export function readSeg(seg: XmlElement, ids: UnitIds, find: CodeFinder): ReadSeg {
  const [only, more] = seg.children;
  if (only?.kind === 'text' && !more) return { runs: textContent(only.text, ids, find) };
  const reader = new SegReader(ids, find);
  reader.content(seg);
  if (reader.stranger !== undefined) return { stranger: reader.stranger };
  return { runs: normaliseRuns(reader.finish()) };
}

/** Finds codes in the text itself, marked so that they are written as text again. */
export function textContent(text: string, ids: UnitIds, find: CodeFinder): Runs {
  const { runs } = find(text);
  if (runs.length === 1 && runs[0]?.kind === 'text') return runs;
  const names = new Map<string, string>();
  const marked = runs.map((run) => {
    if (run.kind !== 'ph' && run.kind !== 'pc-open' && run.kind !== 'pc-close') return run;
    const known = run.kind === 'pc-close' && run.isolated !== true ? names.get(run.id) : undefined;
    const id = known ?? ids.claim(`text ${run.kind} ${run.data}`, run.id);
    names.set(run.id, id);
    return Object.freeze({ ...run, id, subType: toSubType({ element: 'text', type: run.subType }) });
  });
  return normaliseRuns(marked);
}

interface OpenCode {
  readonly key: string;
  readonly id: string;
  readonly at: number;
}

class SegReader {
  readonly #ids: UnitIds;
  readonly #find: CodeFinder;
  readonly #runs: Run[] = [];
  readonly #open: OpenCode[] = [];
  #codes = 0;
  stranger: string | undefined;

  constructor(ids: UnitIds, find: CodeFinder) {
    this.#ids = ids;
    this.#find = find;
  }

  content(parent: XmlElement): void {
    for (const child of parent.children) {
      if (child.kind === 'text') this.#runs.push(...textContent(child.text, this.#ids, this.#find));
      else if (child.kind === 'element') this.#element(child);
    }
  }

  /** Returns the runs; a code that was never closed stands alone. */
  finish(): readonly Run[] {
    for (const { at } of this.#open) this.#isolate(at);
    return this.#runs.length === 0 ? [textRun('')] : this.#runs;
  }

  #element(element: XmlElement): void {
    switch (element.local) {
      case 'hi':
        return this.#highlight(element);
      case 'bpt':
      case 'ept':
      case 'it':
      case 'ph':
      case 'ut':
        return findSubs(element).length > 0
          ? this.#withTexts(element, element.local)
          : this.#code(element, element.local, elementText(element));
      default:
        this.stranger ??= element.local;
    }
  }

  #highlight(element: XmlElement): void {
    const id = this.#claim(element, 'hi', '');
    const base = toBase(element, { element: 'hi' }, id, '', true);
    this.#runs.push(Object.freeze<OpenRun>({ kind: 'pc-open', ...base }));
    this.content(element);
    this.#runs.push(Object.freeze<CloseRun>({ kind: 'pc-close', ...base }));
  }

  #code(element: XmlElement, local: Exclude<CodeOrigin['element'], 'hi' | 'text'>, data: string): void {
    if (local === 'bpt') this.#opener(element, data);
    else if (local === 'ept') this.#closer(element, data);
    else {
      const closes = local === 'it' && attributeValue(element, 'pos') === 'end';
      const kind = local === 'it' ? (closes ? 'pc-close' : 'pc-open') : 'ph';
      const id = this.#claim(element, local === 'it' ? `it ${kind}` : local, data);
      const base = toBase(element, { element: local }, id, data, kind !== 'ph');
      if (kind === 'ph') this.#runs.push(Object.freeze<PlaceholderRun>({ kind, ...base }));
      else this.#runs.push(Object.freeze({ kind, ...base, isolated: true }));
    }
  }

  #opener(element: XmlElement, data: string): void {
    const id = this.#claim(element, 'bpt', data);
    this.#open.push({ key: attributeValue(element, 'i') ?? '', id, at: this.#runs.length });
    this.#runs.push(
      Object.freeze<OpenRun>({ kind: 'pc-open', ...toBase(element, { element: 'bpt' }, id, data, true) }),
    );
  }

  /** Closes the last pair of its number, unless it would cross another; then it stands alone. */
  #closer(element: XmlElement, data: string): void {
    const key = attributeValue(element, 'i') ?? '';
    const last = this.#open.at(-1);
    const nests = last?.key === key;
    const at = this.#open.findLastIndex((open) => open.key === key);
    const [partner] = at < 0 ? [] : this.#open.splice(at, 1);
    const id = partner?.id ?? this.#claim(element, 'ept', data);
    const opener = partner && this.#runs[partner.at];
    const type = opener && 'type' in opener ? opener.type : undefined;
    const base = toBase(element, { element: 'ept' }, id, data, true);
    this.#runs.push(
      Object.freeze<CloseRun>({ kind: 'pc-close', ...base, ...(type && { type }), ...(!nests && { isolated: true }) }),
    );
    if (partner && !nests) this.#isolate(partner.at);
  }

  /** Reads a code with texts inside, which are between halves of it. */
  #withTexts(element: XmlElement, local: CodeOrigin['element']): void {
    const texts = findSubs(element);
    const pieces = piecesAround(element, texts);
    const id = this.#claim(element, `${local} sub`, pieces.join('\0'));
    const origin = { element: local, part: 'sub' } as const;
    for (const [index, data] of pieces.entries()) {
      const last = index === texts.length;
      const own = index === 0 || last ? id : `${id}.${index}`;
      const base = toBase(element, origin, own, data, true);
      this.#runs.push(Object.freeze({ kind: index === 0 ? 'pc-open' : last ? 'pc-close' : 'ph', ...base }));
      const text = texts[index];
      if (text) this.content(text);
    }
  }

  #isolate(at: number): void {
    const run = this.#runs[at];
    if (run?.kind === 'pc-open') this.#runs[at] = Object.freeze({ ...run, isolated: true });
  }

  #claim(element: XmlElement, family: string, data: string): string {
    this.#codes += 1;
    const x = attributeValue(element, 'x');
    return x === undefined
      ? this.#ids.claim(`${family} ${data}`, String(this.#codes))
      : this.#ids.claim(`x ${family} ${x}`, x);
  }
}

function toBase(element: XmlElement, origin: CodeOrigin, id: string, data: string, paired: boolean) {
  const type = attributeValue(element, 'type');
  const known = typeOfName(type, paired);
  const subType = toSubType({ ...origin, type, assoc: attributeValue(element, 'assoc') });
  return { id, type: known, subType, data };
}

/** Lists the texts directly inside a code. */
function findSubs(element: XmlElement): readonly XmlElement[] {
  return element.children.filter((child) => child.kind === 'element' && child.local === 'sub') as XmlElement[];
}

/** Splits the code itself: before its first text, between its texts, and after the last. */
function piecesAround(element: XmlElement, texts: readonly XmlElement[]): readonly string[] {
  const pieces = texts.map(() => '');
  pieces.push('');
  let at = 0;
  for (const child of element.children) {
    if (child.kind === 'element' && child.local === 'sub') at += 1;
    else if (child.kind === 'text') pieces[at] += child.text;
  }
  return pieces;
}
