import { isSelfClosing, attributeValue, type XmlElement } from '../xml/xml-node.js';
import { codeConstraints, codeType } from './code-type.js';
import { dialects } from './dialect/dialect.js';
import { codeFacts, type DialectReading } from './dialect/dialect-code.js';
import type { InlineCodeDraft, InlineDraft } from './inline-draft.js';
import { readMixed, type MixedReader, type TakeElement } from './mixed-reader.js';

/** Reading of a file of no tool in particular. */
export const plainReading: DialectReading = Object.freeze({ dialect: dialects.plain, tags: new Map<string, never>() });

/** Finds texts and codes in an element of XLIFF 1.2. */
export function readInline(element: XmlElement, raw: string, reading = plainReading): readonly InlineDraft[] {
  return readMixed(element, raw, elementTaker(element.uri, reading));
}

/** Creates the element reader; elements of another namespace than `uri` are codes of unknown type. */
function elementTaker(uri: string, reading: DialectReading): TakeElement {
  let marks = 0;
  const toDraft: DraftMaker = (...args) => withFacts(inlineDraft(...args), args, reading);
  return (element, reader) => {
    const local = element.uri === uri ? element.local : '';
    if (local === 'mrk' && attributeValue(element, 'mtype') === 'seg') {
      marks += 1;
      readSegment(element, attributeValue(element, 'mid') ?? String(marks), reader);
    } else if ((local === 'g' || local === 'mrk') && !isSelfClosing(element)) {
      reader.pair(element, (kind, data) => toDraft(element, kind, data, uri));
    } else if (findSubs(element).length > 0) readSubs(element, reader, uri, toDraft);
    else {
      const data = reader.rawOf(element.start, element.end);
      reader.drafts.push(toDraft(element, toKind(local, element), data, uri));
    }
  };
}

function readSegment(element: XmlElement, id: string, reader: MixedReader): void {
  reader.drafts.push({ kind: 'mark', id, edge: 'start' });
  reader.content(element);
  reader.drafts.push({ kind: 'mark', id, edge: 'end' });
}

/** Reads the texts of subs, each between two halves of the code around it. */
function readSubs(element: XmlElement, reader: MixedReader, uri: string, toDraft: DraftMaker): void {
  let at = element.start;
  let kind: InlineCodeDraft['kind'] = 'open';
  for (const sub of findSubs(element)) {
    reader.drafts.push(toDraft(element, kind, reader.rawOf(at, sub.openEnd), uri, 'sub'));
    reader.content(sub);
    at = sub.closeStart;
    kind = 'ph';
  }
  reader.drafts.push(toDraft(element, 'close', reader.rawOf(at, element.end), uri, 'sub'));
}

type DraftMaker = (...args: Parameters<typeof inlineDraft>) => InlineCodeDraft;

/** Adds what the tool of the file says about a code. */
function withFacts(
  draft: InlineCodeDraft,
  [element, kind, , uri]: Parameters<typeof inlineDraft>,
  reading: DialectReading,
): InlineCodeDraft {
  if (element.uri !== uri || (reading.tags.size === 0 && reading.dialect.marks === undefined)) return draft;
  const { equiv = draft.equiv, disp = draft.disp, type = draft.type } = codeFacts(element, kind === 'close', reading);
  return { ...draft, equiv, disp, type };
}

function inlineDraft(
  element: XmlElement,
  kind: InlineCodeDraft['kind'],
  data: string,
  uri: string,
  part = '',
): InlineCodeDraft {
  const own = element.uri === uri;
  const id = attributeValue(element, 'id') ?? attributeValue(element, 'mid') ?? '';
  const rid = attributeValue(element, 'rid') ?? id;
  return {
    kind,
    key: `${own ? family(element.local) : element.name}${part} ${kind === 'ph' ? id : rid}`,
    wish: kind === 'ph' ? id : rid,
    type: own ? codeType(element) : 'code:markup',
    element: element.local,
    data,
    equiv: attributeValue(element, 'equiv-text'),
    constraints: kind === 'close' || !own ? undefined : codeConstraints(element),
    ...(element.local === 'it' && part === '' && { alone: true }),
  };
}

/** Returns the family of an element, which is equal for both halves of a pair, and for both forms of one. */
function family(local: string): string {
  if (local === 'bpt' || local === 'ept') return 'bpt';
  return local === 'bx' || local === 'ex' ? 'g' : local;
}

function toKind(local: string, element: XmlElement): InlineCodeDraft['kind'] {
  if (local === 'bpt' || local === 'bx') return 'open';
  if (local === 'ept' || local === 'ex') return 'close';
  if (local !== 'it') return 'ph';
  return attributeValue(element, 'pos') === 'close' ? 'close' : 'open';
}

/** Lists the texts inside a code, outermost first. */
function findSubs(element: XmlElement): readonly XmlElement[] {
  return element.children.flatMap((child) => {
    if (child.kind !== 'element') return [];
    return child.local === 'sub' && child.uri === element.uri && !isSelfClosing(child) ? [child] : findSubs(child);
  });
}
