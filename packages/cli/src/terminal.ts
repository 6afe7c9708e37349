import type { Io } from './io.js';
import { createStyle, type Style } from './text/style.js';

/** The two voices of a command: results on stdout, everything else on stderr. */
export interface Terminal {
  readonly io: Io;
  /** How text may stand out on stdout. */
  readonly style: Style;
  /** Columns of stdout, if it is a terminal. */
  readonly width: number | undefined;
  /** A line of the result. */
  print(text: string): void;
  /** A line about the result. */
  say(text: string): void;
  /** What went wrong, on stderr. */
  complain(failure: (style: Style) => string): void;
}

export function createTerminal(io: Io, noColor: boolean): Terminal {
  const { stdout, stderr } = io;
  const colours = (isTerminal: boolean | undefined) => !noColor && wantsColours(io, isTerminal === true);
  return Object.freeze({
    io,
    style: createStyle(colours(stdout.isTTY)),
    width: stdout.isTTY === true ? stdout.columns : undefined,
    print: (text: string) => void stdout.write(`${text}\n`),
    say: (text: string) => void stderr.write(`${text}\n`),
    complain: (failure: (style: Style) => string) =>
      void stderr.write(`${failure(createStyle(colours(stderr.isTTY)))}\n`),
  });
}

/** FORCE_COLOR speaks about this run and wins over NO_COLOR, which speaks about the person. */
function wantsColours({ env }: Io, isTerminal: boolean): boolean {
  const { FORCE_COLOR: force, NO_COLOR: no } = env;
  if (force !== undefined && force !== '') return force !== '0' && force !== 'false';
  return (no === undefined || no === '') && isTerminal;
}
