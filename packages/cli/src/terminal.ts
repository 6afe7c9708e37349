import type { Io } from './io.js';
import type { OutputOptions } from './output-options.js';
import { createStyle, type Style } from './text/style.js';
import { toTerminalText } from './text/terminal-text.js';

/** Output of a command: results on stdout, everything else on stderr. */
export interface Terminal {
  readonly io: Io;
  readonly output: OutputOptions;
  /** Styles of text on stdout. */
  readonly style: Style;
  /** Columns of stdout, if it is a terminal. */
  readonly width: number | undefined;
  /** Prints a line of the result on stdout. */
  print(text: string): void;
  /** Prints a line about the result on stderr, unless `--quiet` is set. */
  notify(text: string): void;
  /** Prints a problem on stderr. */
  printError(failure: (style: Style) => string): void;
}

export function createTerminal(io: Io, output: OutputOptions): Terminal {
  const { stdout, stderr } = io;
  const colours = (isTerminal: boolean | undefined) => wantsColours(io, output, isTerminal === true);
  const [ofResults, ofProblems] = [colours(stdout.isTTY), colours(stderr.isTTY)];
  return Object.freeze({
    io,
    output,
    style: createStyle(ofResults),
    width: stdout.isTTY === true ? stdout.columns : undefined,
    // Whoever reads a pipe wants the bytes as they are.
    print: (text: string) => void stdout.write(`${stdout.isTTY === true ? toTerminalText(text, ofResults) : text}\n`),
    notify: (text: string) => {
      if (!output.quiet) stderr.write(`${toTerminalText(text, ofProblems)}\n`);
    },
    printError: (failure: (style: Style) => string) =>
      void stderr.write(`${toTerminalText(failure(createStyle(ofProblems)), ofProblems)}\n`),
  });
}

/** A flag speaks about this run and wins; so does FORCE_COLOR over NO_COLOR, which speaks about the person. */
function wantsColours({ env }: Io, { color }: OutputOptions, isTerminal: boolean): boolean {
  if (color !== 'auto') return color === 'always';
  const { FORCE_COLOR: force, NO_COLOR: no } = env;
  if (force !== undefined && force !== '') return force !== '0' && force !== 'false';
  return (no === undefined || no === '') && isTerminal;
}
