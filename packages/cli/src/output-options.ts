import { nearestNames } from '@helve/core';
import { cliErrors } from './cli-errors.js';
import { didYouMean } from '@helve/project';

/** When text stands out. */
const colorModes = ['auto', 'always', 'never'] as const;

/** Ways to show progress: as the terminal can, not at all, or as lines of JSON. */
const progressModes = ['auto', 'none', 'ndjson'] as const;
export type ProgressMode = (typeof progressModes)[number];

/** Options of the output, for every command alike. */
export interface OutputOptions {
  readonly color: (typeof colorModes)[number];
  /** Print results and failures as JSON. */
  readonly json: boolean;
  /** Print only results and problems. */
  readonly quiet: boolean;
  readonly progress: ProgressMode;
}

export const defaultOutputOptions: OutputOptions = Object.freeze({
  color: 'auto',
  json: false,
  quiet: false,
  progress: 'auto',
});

/** Looks for the output flags among all words, since failures before parsing are printed by them too. */
export function readOutputOptions(argv: readonly string[]): OutputOptions {
  const end = argv.indexOf('--');
  const words = end < 0 ? argv : argv.slice(0, end);
  const quiet = words.includes('--quiet');
  const color = readChoice(findValue(words, 'color'), 'color', colorModes) ?? 'auto';
  return Object.freeze({
    color: words.includes('--no-color') ? 'never' : color,
    json: words.includes('--json'),
    quiet,
    progress: quiet ? 'none' : (readChoice(findValue(words, 'progress'), 'progress', progressModes) ?? 'auto'),
  });
}

/** The last one counts, as everywhere. */
function findValue(words: readonly string[], name: string): string | undefined {
  const at = words.findLastIndex((word) => word === `--${name}` || word.startsWith(`--${name}=`));
  const word = words[at];
  return word === `--${name}` ? words[at + 1] : word?.slice(name.length + 3);
}

/** One of a few words. */
export function readChoice<const Choice extends string>(
  text: string | undefined,
  name: string,
  choices: readonly Choice[],
): Choice | undefined {
  if (text === undefined) return undefined;
  const chosen = choices.find((choice) => choice === text);
  if (chosen !== undefined) return chosen;
  const problem = `--${name} must be one of ${choices.join(', ')}, got "${text}"`;
  throw cliErrors.create('CLI_USAGE', { problem }, { details: didYouMean(nearestNames(text, choices, 1)) });
}
