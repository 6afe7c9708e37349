import type { Flag } from '../../flags/flag.js';
import type { OwnFlag } from '../../flags/parse-flags.js';
import { isSwitch } from '../../flags/plan-flags.js';

/** An argument list taken apart: flags with their values, and what stands alone. */
export interface SplitArguments {
  readonly words: readonly string[];
  readonly files: readonly string[];
}

/**
 * Tells files from the values of flags, which only the tool's own flags can decide. Short flags become long ones, and
 * everything behind `--` is a file.
 */
export function splitFiles(
  argv: readonly string[],
  ownFlags: readonly OwnFlag[],
  flags: readonly Flag[] | undefined,
): SplitArguments {
  const alone = new Set<string>([
    ...ownFlags.filter(({ value }) => value === undefined).map(({ name }) => name),
    ...(flags ?? []).filter(({ shape, repeatable }) => isSwitch(shape, repeatable)).map(({ name }) => name),
    ...(flags ?? []).flatMap(({ negation }) => (negation === undefined ? [] : [negation])),
  ]);
  const long = new Map(
    ownFlags.flatMap(({ short, name }) => (short === undefined ? [] : [[`-${short}`, `--${name}`]])),
  );
  const words: string[] = [];
  const files: string[] = [];
  for (let at = 0; at < argv.length; at++) {
    const word = long.get(argv[at] ?? '') ?? argv[at] ?? '';
    if (word === '--') {
      files.push(...argv.slice(at + 1));
      break;
    }
    if (!word.startsWith('-') || word === '-') files.push(word);
    else if (!word.startsWith('--') || word.includes('=') || alone.has(word.slice(2))) words.push(word);
    else {
      words.push(word);
      const next = argv[at + 1];
      if (next !== undefined && !next.startsWith('--')) words.push(argv[++at] ?? '');
    }
  }
  return { words, files };
}
