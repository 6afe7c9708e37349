import type { Json } from '@helve/core';
import { headText } from '../text/head-text.js';
import { readJsonOutline } from './json-outline.js';
import { findXmlRoot, type XmlRoot } from './xml-root.js';
import { readZipOutline, type ZipOutline } from './zip-outline.js';

/** The name and first bytes of a file, and what they hold when they are read in one way or another. Each is read at most once. */
export interface FileEvidence {
  readonly head: Uint8Array;
  /** Path of the file, where it has one. */
  readonly path: string | undefined;
  readonly text: string;
  readonly xml: XmlRoot | undefined;
  readonly json: Json | undefined;
  readonly zip: ZipOutline | undefined;
}

/** Creates the evidence of a file from its first bytes and its path. */
export function createFileEvidence(head: Uint8Array, path?: string): FileEvidence {
  const text = once(() => headText(head).replace(/^\uFEFF/u, ''));
  const xml = once(() => findXmlRoot(text()));
  const json = once(() => readJsonOutline(text()));
  const zip = once(() => readZipOutline(head));
  return {
    head,
    path,
    get text() {
      return text();
    },
    get xml() {
      return xml();
    },
    get json() {
      return json();
    },
    get zip() {
      return zip();
    },
  };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
