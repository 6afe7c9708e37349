import type { CloseRun, OpenRun, PlaceholderRun } from '@helve/flow';
import { tagType } from '../code/code-preset.js';
import { isSelfClosing, type XmlElement, type XmlNode } from './xml-node.js';

/** A code of a value before it has its number; its data is written as it is. */
export type InlineCode = Omit<PlaceholderRun, 'id'> | Omit<OpenRun, 'id'> | Omit<CloseRun, 'id'>;

/** One piece of a value with markup. */
export type InlinePiece = { readonly kind: 'text'; readonly text: string } | InlineCode;

/** The `subType` of every code that is markup of the file itself, which is not written as text. */
export const markupSubType = 'xml:';

/** The `subType` of a reference to an entity that the file declares. */
export const entitySubType = `${markupSubType}entity`;

/** True for a code that is markup of the file itself. */
export function isMarkup(code: { readonly subType?: string }): boolean {
  return code.subType?.startsWith(markupSubType) === true;
}

/** Returns the code of an element that stands for its whole content; undefined for one with content to translate. */
export type OpaqueElement = (element: XmlElement) => Partial<PlaceholderRun> | undefined;

/** Lists the pieces of a value: texts, tags as pairs, and everything else as placeholders. */
export function inlinePieces(value: XmlElement, raw: string, opaque: OpaqueElement = () => undefined): InlinePiece[] {
  // Nearly always there is only one text.
  const [only, more] = value.children;
  if (only?.kind === 'text' && more === undefined) return [{ kind: 'text', text: only.text }];
  return value.children.flatMap((node) => nodePieces(node, raw, opaque));
}

function nodePieces(node: XmlNode, raw: string, opaque: OpaqueElement): InlinePiece[] {
  if (node.kind === 'text') return [{ kind: 'text', text: node.text }];
  if (node.kind === 'element') return elementPieces(node, raw, opaque);
  const data = raw.slice(node.start, node.end);
  if (node.kind !== 'reference')
    return [{ kind: 'ph', type: 'code:markup', subType: `${markupSubType}${node.kind}`, data }];
  const { name: equiv, value: disp } = node;
  const facts = { type: 'code:variable', subType: entitySubType, data, equiv };
  return [{ kind: 'ph', ...facts, ...(disp === undefined ? {} : { disp }) }];
}

function elementPieces(element: XmlElement, raw: string, opaque: OpaqueElement): InlinePiece[] {
  const base = { type: tagType(element.name), subType: markupSubType + element.name };
  const known = opaque(element);
  if (known || isSelfClosing(element)) {
    return [{ kind: 'ph', ...base, data: raw.slice(element.start, element.end), ...known }];
  }
  return [
    { kind: 'pc-open', ...base, data: raw.slice(element.start, element.openEnd) },
    ...inlinePieces(element, raw, opaque),
    { kind: 'pc-close', ...base, data: raw.slice(element.closeStart, element.end) },
  ];
}
