import { hasMentions } from '../../xliff/document/has-mentions.js';
import { findChild, type XmlElement } from '../../xml/xml-node.js';
import { isCoreElement } from '../namespace.js';
import { openDocument, type Xliff2Document } from './open-document.js';

/** True for a file with targets; one that mentions none is not parsed. */
export async function hasTargets(file: Xliff2Document): Promise<boolean> {
  if (!(await hasMentions(file.text, ['<target', ':target'], 1, file.ctx))) return false;
  const { fragments, steps } = openDocument(file);
  for await (const batch of steps()) {
    file.ctx.signal.throwIfAborted();
    for (const step of batch) {
      const isElement = step.kind === 'node' && step.piece.kind === 'element';
      if (isElement && holdsTarget(fragments.element(step.piece, step.around))) return true;
    }
  }
  return false;
}

function holdsTarget(element: XmlElement): boolean {
  if (isCoreElement(element, 'segment', 'ignorable')) return findChild(element, 'target') !== undefined;
  return element.children.some((child) => child.kind === 'element' && holdsTarget(child));
}
