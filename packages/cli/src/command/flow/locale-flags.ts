import type { OwnFlag } from '../../flags/parse-flags.js';
import type { ChosenLocales } from '@helve/project/run';
import { flagText } from '../command.js';

/** Flags of commands that compile a flow without running it. */
export const localeFlags: readonly OwnFlag[] = [
  { name: 'source', value: 'LOCALE', docs: 'source locale' },
  { name: 'target', value: 'LOCALES', docs: 'target locales, separated by commas' },
];

export function readLocaleFlags(flags: Readonly<Record<string, unknown>>): ChosenLocales {
  const targets = flagText(flags, 'target')
    ?.split(',')
    .map((locale) => locale.trim());
  return { source: flagText(flags, 'source'), targets };
}
