import type { ReadContext } from '@helve/flow/content';
import { walkElements, type WalkStep } from '../../xliff/document/walk-elements.js';
import type { TextSource } from '../../text/open-text.js';
import { XmlFragments } from '../../xml/xml-fragments.js';
import type { XmlElement } from '../../xml/xml-node.js';
import { isCoreElement, pgsNamespace } from '../namespace.js';
import type { Xliff2Options } from '../options.js';

/** A file that is read in pieces, as often as it takes. */
export interface Xliff2Document {
  readonly text: TextSource;
  readonly options: Xliff2Options;
  readonly ctx: ReadContext;
}

/** Receives a common mistake that was repaired, with its index in the file. */
export type TellRepair = (problem: string, index: number) => void;

/** The elements whose children are read one by one: those around units. */
const containers = {
  names: new Set(['file', 'group']),
  isContainer: (element: XmlElement, parent: XmlElement): boolean =>
    isCoreElement(element) && (element.local === 'file') === (parent.local === 'xliff'),
};

/** A way through a file, with the parser of its pieces. */
export interface DocumentWalk {
  readonly fragments: XmlFragments;
  steps(): AsyncIterable<readonly WalkStep[]>;
}

/** Creates a way through a file. */
export function openDocument({ text, options, ctx }: Xliff2Document, repaired?: TellRepair): DocumentWalk {
  const { maxDepth, maxExpansion, repair } = options;
  const request = { file: ctx.document, format: 'xliff2', maxDepth, maxExpansion };
  const fragments = new XmlFragments(text, repair ? { ...request, ...leniency(repaired) } : request);
  return { fragments, steps: () => walkElements(text, { ...containers, fragments }) };
}

/**
 * Creates the repair of one common mistake: a target outside its segment is skipped and reported, and its bytes stay.
 */
function leniency(repaired: TellRepair = () => undefined) {
  return {
    lenientPrefixes: { pgs: pgsNamespace },
    passOver: ({ local, parent }: XmlElement) =>
      local === 'target' && parent !== undefined && isCoreElement(parent, 'unit'),
    repaired,
  };
}

/** Parses an element between units, or a unit; all but units stay with the element around them, for those that follow. */
export function takeElement(
  { piece, around }: WalkStep & { readonly kind: 'node' },
  fragments: XmlFragments,
): XmlElement {
  const element = fragments.element(piece, around);
  if (!isCoreElement(element, 'unit')) around.parent?.children.push(element);
  return element;
}
