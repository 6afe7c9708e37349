import type { XmlElement } from '../xml/xml-node.js';

/** The modules of XLIFF 2, by the prefix of the standard. */
export const modulesByNamespace: Readonly<Record<string, string>> = Object.freeze({
  'urn:oasis:names:tc:xliff:matches:2.0': 'mtc',
  'urn:oasis:names:tc:xliff:glossary:2.0': 'gls',
  'urn:oasis:names:tc:xliff:fs:2.0': 'fs',
  'urn:oasis:names:tc:xliff:metadata:2.0': 'mda',
  'urn:oasis:names:tc:xliff:resourcedata:2.0': 'res',
  'urn:oasis:names:tc:xliff:changetracking:2.0': 'ctr',
  'urn:oasis:names:tc:xliff:changetracking:2.1': 'ctr',
  'urn:oasis:names:tc:xliff:sizerestriction:2.0': 'slr',
  'urn:oasis:names:tc:xliff:validation:2.0': 'val',
  'urn:oasis:names:tc:xliff:itsm:2.0': 'itsm',
  'urn:oasis:names:tc:xliff:itsm:2.1': 'itsm',
  'urn:oasis:names:tc:xliff:pgs:1.0': 'pgs',
  'http://www.w3.org/2005/11/its': 'its',
  'http://www.w3.org/XML/1998/namespace': 'xml',
});

export const pgsNamespace = 'urn:oasis:names:tc:xliff:pgs:1.0';
export const slrNamespace = 'urn:oasis:names:tc:xliff:sizerestriction:2.0';

const core = new Set([
  'urn:oasis:names:tc:xliff:document:2.0',
  'urn:oasis:names:tc:xliff:document:2.1',
  'urn:oasis:names:tc:xliff:document:2.2',
]);

/** True for the namespace of the core of XLIFF 2. */
export function isCore(uri: string): boolean {
  return core.has(uri);
}

/** True for an element of the core, with one of the given names if there are any. */
export function isCoreElement(element: XmlElement, ...names: readonly string[]): boolean {
  return core.has(element.uri) && (names.length === 0 || names.includes(element.local));
}

/** Returns the name of an element in rules: `unit` in the core, `gls:term` in a module, undefined in an extension. */
export function ruleName(element: XmlElement): string | undefined {
  if (core.has(element.uri)) return element.local;
  const module = modulesByNamespace[element.uri];
  return module === undefined ? undefined : `${module}:${element.local}`;
}
