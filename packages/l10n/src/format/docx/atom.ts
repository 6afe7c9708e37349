import type { XmlElement } from '../xml/xml-node.js';

/** The start of a run: its tag and its properties. */
export interface RunStart {
  /** XML up to its first content. */
  readonly xml: string;
  /** Properties that matter, as one text. */
  readonly key: string;
  readonly properties: XmlElement | undefined;
  /** End tag. */
  readonly end: string;
}

/** The smallest piece of a paragraph. `in` stands in a run, `out` between runs, `open` and `close` around them. */
export interface Atom {
  readonly kind: 'text' | 'in' | 'out' | 'open' | 'close' | 'begin' | 'separate' | 'end' | 'instruction';
  readonly raw: string;
  /** Local name of its element. */
  readonly name: string;
  readonly text: string;
  readonly run?: RunStart;
  /** Element that may hold a text box. */
  readonly element?: XmlElement;
}

/** Writes pieces as they were; pieces of one run stand in one run. */
export function atomsXml(atoms: readonly Atom[]): string {
  let [xml, run]: [string, RunStart | undefined] = ['', undefined];
  for (const atom of atoms) {
    if (atom.run !== run) xml += (run?.end ?? '') + (atom.run?.xml ?? '');
    ({ run } = atom);
    xml += atom.raw;
  }
  return xml + (run?.end ?? '');
}
