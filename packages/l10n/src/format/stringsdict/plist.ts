import { XmlFault } from '../xml/xml-fault.js';
import { childElements, elementText, type XmlElement } from '../xml/xml-node.js';

/** A key of a dictionary with its value. */
export interface PlistPair {
  readonly name: string;
  readonly key: XmlElement;
  readonly value: XmlElement;
}

/** Returns the dictionary of a property list. */
export function rootDict(root: XmlElement): XmlElement {
  if (root.name !== 'plist') throw new XmlFault(`the root element is <${root.name}>, not <plist>`, root.start);
  const dict = childElements(root).find(({ name }) => name === 'dict');
  return dict ?? fail('a property list of rules begins with <dict>', root.start);
}

/** Lists the pairs of a dictionary. */
export function dictPairs(dict: XmlElement): readonly PlistPair[] {
  const elements = childElements(dict);
  const pairs: PlistPair[] = [];
  for (let at = 0; at < elements.length; at += 2) {
    const [key, value] = [elements[at], elements[at + 1]];
    if (key?.name !== 'key') return fail('a <key> is expected', key?.start ?? dict.start);
    const name = elementText(key);
    if (value === undefined || value.name === 'key') return fail(`the key "${name}" has no value`, key.start);
    pairs.push({ name, key, value });
  }
  return pairs;
}

function fail(problem: string, index: number): never {
  throw new XmlFault(problem, index);
}
