import type { TextPiece } from './text-piece.js';

const MARK: TextPiece = Object.freeze({ kind: 'text', text: '…' });

/** Shortens content to a width; the part around the fault stays, or else the beginning. */
export function shortenPieces(
  pieces: readonly TextPiece[],
  maxWidth: number,
  widthOf: (text: string) => number,
): readonly TextPiece[] {
  const cells = pieces.flatMap(toCells);
  const widths = cells.map(({ text }) => widthOf(text));
  const total = widths.reduce((sum, width) => sum + width, 0);
  if (total <= maxWidth) return pieces;
  const { from, to } = windowOf(widths, firstFault(cells), maxWidth - 2);
  return [...(from === 0 ? [] : [MARK]), ...joined(cells.slice(from, to)), ...(to === cells.length ? [] : [MARK])];
}

/** Text is cut between any two characters, codes never. */
function toCells(piece: TextPiece): readonly TextPiece[] {
  return piece.kind === 'text' ? [...piece.text].map((text) => ({ ...piece, text })) : [piece];
}

function firstFault(cells: readonly TextPiece[]): number {
  return Math.max(
    0,
    cells.findIndex(({ fault }) => fault === true),
  );
}

/** Starts at the fault, with a third of the room before it. */
function windowOf(widths: readonly number[], fault: number, room: number): { from: number; to: number } {
  const widthAt = (index: number) => widths[index] ?? 0;
  let from = fault;
  let used = 0;
  while (from > 0 && used + widthAt(from - 1) <= room / 3) used += widthAt((from -= 1));
  let to = fault;
  while (to < widths.length && used + widthAt(to) <= room) used += widthAt(to++);
  while (from > 0 && used + widthAt(from - 1) <= room) used += widthAt((from -= 1));
  return { from, to };
}

function joined(cells: readonly TextPiece[]): readonly TextPiece[] {
  const pieces: TextPiece[] = [];
  for (const cell of cells) {
    const last = pieces.at(-1);
    if (last?.kind === 'text' && cell.kind === 'text' && last.fault === cell.fault)
      pieces[pieces.length - 1] = { ...last, text: last.text + cell.text };
    else pieces.push(cell);
  }
  return pieces;
}
