import { isMarkup, type InlinePiece } from '../xml/inline-pieces.js';
import type { Dialect } from './dialect.js';
import { scanText, type ScanState } from './scan-text.js';

/** A value as its platform reads it. */
export interface DecodedValue {
  readonly pieces: readonly InlinePiece[];
  readonly bareApostrophe: boolean;
}

/** Resolves the texts of a value as its platform does. */
export function decodePieces(pieces: readonly InlinePiece[], dialect: Dialect): DecodedValue {
  const isStyled = pieces.some(isSpan);
  const state: ScanState = { quoted: false, spaced: false, bareApostrophe: false };
  const decoded = (dialect.isAndroid && !isStyled ? trimEdges(pieces) : pieces).map((piece): InlinePiece => {
    if (piece.kind === 'text') return { kind: 'text', text: decodeText(piece.text, dialect, state) };
    passCode(piece, state);
    return piece;
  });
  return { pieces: decoded, bareApostrophe: state.bareApostrophe };
}

const special = { android: /[\\"'\t\n\r]| {2}/u, compose: /\\/u, unwrapped: /[\\\n]/u };

/** Resolves one text; nearly every text is what it says. */
function decodeText(text: string, dialect: Dialect, state: ScanState): string {
  const { isAndroid, unwraps } = dialect;
  const pattern = isAndroid ? special.android : unwraps ? special.unwrapped : special.compose;
  const isPlain = !state.quoted && !(state.spaced && text.startsWith(' ')) && !pattern.test(text);
  if (isPlain) {
    state.spaced = text === '' ? state.spaced : text.endsWith(' ');
    return text;
  }
  let decoded = '';
  scanText(text, dialect, state, (some) => (decoded += some));
  return decoded;
}

/** True for the tag of a span: an element that Android keeps, which has no prefix. */
export function isSpan(piece: InlinePiece): boolean {
  return piece.kind !== 'text' && isMarkup(piece) && /^<\/?[^\s:/<>!?]+(?=[\s/>])/u.test(piece.data);
}

/** True for a code without text: a comment, an instruction, or an element with a prefix and nothing in it. */
function isSilent(piece: InlinePiece): boolean {
  return piece.kind !== 'text' && !isSpan(piece) && codeText(piece.data) === '';
}

/** Changes the state as a code does: spans start again, and the text of other elements counts. */
export function passCode(piece: InlinePiece & { readonly data: string }, state: ScanState): void {
  if (isSpan(piece)) {
    state.quoted = false;
    state.spaced = false;
  } else if (!isSilent(piece)) state.spaced = /\s$/u.test(codeText(piece.data));
}

/** Returns the text of a code; that of an entity counts as a word. */
function codeText(data: string): string {
  return data.replaceAll(/<!--[^]*?-->|<[^>]*>/gu, '');
}

/** Removes the white space at the edges of a value: of its first and its last text, up to the next element. */
function trimEdges(pieces: readonly InlinePiece[]): readonly InlinePiece[] {
  const trimmed = [...pieces];
  trimFrom(trimmed, 0, 1, (text) => text.replace(/^[ \t\n\r]+/u, ''));
  trimFrom(trimmed, trimmed.length - 1, -1, trimEnd);
  return trimmed;
}

function trimFrom(pieces: InlinePiece[], from: number, step: 1 | -1, trim: (text: string) => string): void {
  let hasText = false;
  for (let at = from; ; at += step) {
    const piece = pieces[at];
    if (piece === undefined) return;
    if (piece.kind === 'text') {
      const text = trim(piece.text);
      hasText ||= piece.text !== '';
      pieces[at] = { kind: 'text', text };
      if (text !== '') return;
    } else if (!isSilent(piece) || (hasText && isElement(piece))) return;
  }
}

/** Returns the index of the text whose edge is the edge of the value; undefined where a code with text is there. */
export function edgeText(pieces: readonly InlinePiece[], from: number, step: 1 | -1): number | undefined {
  for (let at = from; ; at += step) {
    const piece = pieces[at];
    if (piece === undefined) return undefined;
    if (piece.kind === 'text' ? piece.text !== '' : codeText(piece.data) !== '')
      return piece.kind === 'text' ? at : undefined;
  }
}

/** True for an element, at which a text ends; it goes on behind comments. */
function isElement(piece: InlinePiece): boolean {
  return piece.kind !== 'text' && /^<[^!?]/u.test(piece.data);
}

function trimEnd(text: string): string {
  let end = text.length;
  while (end > 0 && ' \t\n\r'.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
