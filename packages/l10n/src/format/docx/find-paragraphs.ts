import type { XmlElement } from '../xml/xml-node.js';
import { isPlaceholder } from './collect-atoms.js';
import { alternatives, isWord, wordChild } from './word-xml.js';

/** Lists the paragraphs in an element, in the order of reading; those in text boxes belong to the paragraph around them. */
export function* findParagraphs(parent: XmlElement, acceptsChanges: boolean): Generator<XmlElement> {
  for (const child of parent.children) {
    if (child.kind !== 'element') continue;
    const [choice] = alternatives(child) ?? [];
    if (choice !== undefined) yield* findParagraphs(choice, acceptsChanges);
    else if (isWord(child, 'p')) yield child;
    else if (isWord(child) && !isLeftOut(child, acceptsChanges)) yield* findParagraphs(child, acceptsChanges);
  }
}

/** True for a content control with its placeholder, and for a row that a tracked change took out. */
function isLeftOut(element: XmlElement, acceptsChanges: boolean): boolean {
  if (element.local === 'sdt') return isPlaceholder(element);
  return element.local === 'tr' && wordChild(wordChild(element, 'trPr'), acceptsChanges ? 'del' : 'ins') !== undefined;
}

/** Lists the contents of text boxes in an element: one for each, with a copy for older readers if there is one. */
export function findTextBoxes(element: XmlElement): readonly (readonly XmlElement[])[] {
  const branches = alternatives(element);
  if (branches === undefined) return contentsIn(element);
  const [choice = [], fallback = []] = branches.map(contentsIn);
  const isPaired = choice.length === fallback.length;
  return choice.map(([box], at) => [...(box ? [box] : []), ...(isPaired ? (fallback[at]?.slice(0, 1) ?? []) : [])]);
}

function contentsIn(element: XmlElement): readonly (readonly XmlElement[])[] {
  if (isWord(element, 'txbxContent')) return [[element]];
  const children = element.children.filter((child) => child.kind === 'element');
  return children.flatMap((child) => (alternatives(child) === undefined ? contentsIn(child) : findTextBoxes(child)));
}
