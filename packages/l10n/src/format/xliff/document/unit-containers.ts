import type { XmlElement } from '../../xml/xml-node.js';

/** Names of the elements of XLIFF 1.2 around units. */
const names: ReadonlySet<string> = new Set(['file', 'body', 'group', 'bin-unit']);

/** The elements whose children are read one by one: those around units, and the root. */
export const unitContainers = {
  names,
  isContainer: ({ local, uri }: XmlElement, parent: XmlElement): boolean =>
    uri === parent.uri && (local === 'file') === (parent.local === 'xliff'),
};
