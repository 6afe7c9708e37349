import { textRun, type PlaceholderRun, type Runs } from '@helve/flow';
import type { CodeFinder } from '../code/code-finder.js';
import { numberCodes } from '../code/number-codes.js';
import { inlinePieces, markupSubType, type InlinePiece } from '../xml/inline-pieces.js';
import { attributeValue, type XmlElement } from '../xml/xml-node.js';
import { decodePieces } from './decode-pieces.js';
import type { Dialect } from './dialect.js';
import { isReference } from './resource.js';

/** Content of a value, and what was noticed about it. */
export interface ReadValue {
  readonly runs: Runs;
  /** True for a reference to another resource, which stays what it is. */
  readonly isReference: boolean;
  readonly bareApostrophe: boolean;
  /** True when half a character was replaced. */
  readonly brokenChars: boolean;
}

/** Namespace of the spans that translators leave as they are. */
export const xliffNamespace = 'urn:oasis:names:tc:xliff:document:1.2';

/** Reads the value of an element as its platform does. */
export function readValue(element: XmlElement, raw: string, dialect: Dialect, find: CodeFinder): ReadValue {
  const pieces = inlinePieces(element, raw, untranslatable);
  const text = plainText(pieces);
  if (text !== undefined && dialect.isAndroid && isReference(text)) {
    const runs = referenceRuns(raw.slice(element.openEnd, element.closeStart));
    return { runs, isReference: true, bareApostrophe: false, brokenChars: false };
  }
  const { pieces: decoded, bareApostrophe } = decodePieces(pieces, dialect);
  const brokenChars = decoded.some((piece) => piece.kind === 'text' && !piece.text.isWellFormed());
  const runs = numberCodes(brokenChars ? decoded.map(toWellFormed) : decoded, find);
  return { runs, isReference: false, bareApostrophe, brokenChars };
}

/** Returns the code of a span that translators leave as it is: `<xliff:g id="name" example="Ann">%1$s</xliff:g>`. */
function untranslatable(element: XmlElement): Partial<PlaceholderRun> | undefined {
  if (element.uri !== xliffNamespace || element.local !== 'g') return undefined;
  const equiv = attributeValue(element, 'id');
  const disp = attributeValue(element, 'example');
  return {
    type: 'code:variable',
    ...(equiv === undefined ? {} : { equiv }),
    ...(disp === undefined ? {} : { disp }),
  };
}

/** Returns the text of a value without codes. */
function plainText(pieces: readonly InlinePiece[]): string | undefined {
  if (pieces.length === 1) return pieces[0]?.kind === 'text' ? pieces[0].text : undefined;
  return pieces.every(({ kind }) => kind === 'text')
    ? pieces.map((piece) => (piece.kind === 'text' ? piece.text : '')).join('')
    : undefined;
}

/** A reference is a code, so that it is never written as text. */
function referenceRuns(data: string): Runs {
  return Object.freeze([
    Object.freeze({ kind: 'ph', id: '1', type: 'code:variable', subType: `${markupSubType}reference`, data }),
  ]);
}

function toWellFormed(piece: InlinePiece): InlinePiece {
  return piece.kind === 'text' ? textRun(piece.text.toWellFormed()) : piece;
}
