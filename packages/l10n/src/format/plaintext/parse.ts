import type { PlaintextUnit } from './options.js';

/** A range of text that is one block. */
export interface TextUnit {
  readonly start: number;
  readonly end: number;
}

/** Splits a text into blocks, without blank lines and the line ends between blocks. */
export function parsePlaintext(text: string, unit: PlaintextUnit): readonly TextUnit[] {
  const lines = filledLines(text);
  if (unit === 'line') return lines;
  return lines.reduce<TextUnit[]>((units, line) => {
    const last = units.at(-1);
    const joins = last !== undefined && (unit === 'whole' || lineEnd.test(text.slice(last.end, line.start)));
    if (joins) units[units.length - 1] = { start: last.start, end: line.end };
    else units.push(line);
    return units;
  }, []);
}

const lineEnd = /^(?:\r\n|\r|\n)$/u;

function filledLines(text: string): TextUnit[] {
  return Array.from(text.matchAll(/[^\r\n]+/gu), ({ index, 0: line }) => ({
    start: index,
    end: index + line.length,
  })).filter(({ start, end }) => text.slice(start, end).trim() !== '');
}
