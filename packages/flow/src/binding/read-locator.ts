import { bindingKinds, type BindingKind } from '../contract/flow-document.js';

/** A place that content comes from or goes to. */
export interface Locator {
  readonly kind: BindingKind;
  /** The interchange format that a scheme names. */
  readonly format?: string;
  /** The rest after the scheme, or the whole path. */
  readonly path?: string;
}

const interchangeFormats: readonly string[] = ['xliff', 'po', 'tmx', 'tbx'];
const interchangeExtensions = /\.(?:xliff|xlf|po|pot|tmx|tbx)$/i;
const scheme = /^(file|store|xliff|po|tmx|tbx|none):(.*)$/is;

/** Reads what a user writes for a place: a known scheme, a known word, or else a path. */
export function readLocator(text: string): Locator {
  const [, word, rest = ''] = scheme.exec(text) ?? [];
  if (word !== undefined) return { ...readKind(word.toLowerCase()), ...readPath(word.toLowerCase(), rest) };
  if (isBindingKind(text) || interchangeFormats.includes(text)) return readKind(text);
  return { kind: kindOfPath(text), path: text };
}

/** The kind of place that a file is, by its extension. */
export function kindOfPath(path: string): BindingKind {
  return interchangeExtensions.test(path) ? 'interchange' : 'file';
}

function readKind(word: string): Pick<Locator, 'kind' | 'format'> {
  return isBindingKind(word) ? { kind: word } : { kind: 'interchange', format: word };
}

function readPath(word: string, rest: string): Pick<Locator, 'path'> {
  const path = word === 'file' ? rest.replace(/^\/\/(?=\/)/, '') : rest;
  return path === '' ? {} : { path };
}

function isBindingKind(word: string): word is BindingKind {
  return (bindingKinds as readonly string[]).includes(word);
}
