import { canonicalLocale } from '@helve/flow';
import type { LanguageChoice } from '@helve/l10n';
import { cliErrors } from '../../cli-errors.js';
import { flagText } from '../command.js';
import type { ResolvedConfig } from '@helve/project';
import type { OwnFlag } from '../../flags/parse-flags.js';

type Flags = Readonly<Record<string, unknown>>;

/** The flags that choose languages of units. */
export const languageFlags: readonly OwnFlag[] = [
  { name: 'from', value: 'LOCALE', docs: 'source language; `en` includes `en-US` (default: that of the project)' },
  { name: 'to', value: 'LOCALES', docs: 'target languages, separated by commas (default: those of the project)' },
  { name: 'all-pairs', docs: 'import every language of every unit' },
];

/** The languages that flags ask for, else those of the project, else all. */
export function chosenLanguages(flags: Flags, { locales }: Pick<ResolvedConfig, 'locales'>): LanguageChoice {
  const [from, to] = [localeFlag(flags, 'from'), localesFlag(flags, 'to')];
  if (flags['allPairs'] === true) {
    if (from === undefined && to === undefined) return {};
    throw cliErrors.create('CLI_USAGE', {
      problem: '--all-pairs takes every language, so --from and --to cannot be given',
    });
  }
  if (from !== undefined || to !== undefined) return { from, to };
  const { source, targets = [] } = locales;
  return targets.length === 0 ? {} : { from: canonicalLocale(source ?? 'en'), to: targets.map(canonicalLocale) };
}

/** One pair of languages, as a lookup needs it. */
export function languagePair(flags: Flags, { locales }: Pick<ResolvedConfig, 'locales'>): { from: string; to: string } {
  const from = localeFlag(flags, 'from') ?? canonicalLocale(locales.source ?? 'en');
  const [to, more] = localesFlag(flags, 'to') ?? (locales.targets ?? []).map(canonicalLocale);
  if (to !== undefined && (more === undefined || flagText(flags, 'to') === undefined)) return { from, to };
  const problem = to === undefined ? 'the target language is not known' : 'one target language is looked up at a time';
  throw cliErrors.create('CLI_USAGE', { problem }, { details: { suggestion: 'Name it with `--to`, as in `--to de`' } });
}

export function localeFlag(flags: Flags, name: string): string | undefined {
  const text = flagText(flags, name);
  return text === undefined ? undefined : readLocale(text, name);
}

export function localesFlag(flags: Flags, name: string): readonly string[] | undefined {
  const texts = flagText(flags, name)?.split(',');
  return texts?.map((text) => readLocale(text, name));
}

function readLocale(text: string, name: string): string {
  try {
    return canonicalLocale(text.trim());
  } catch (cause) {
    throw cliErrors.create(
      'CLI_USAGE',
      { problem: `--${name}: "${text}" is not a locale such as "de" or "pt-BR"` },
      { cause },
    );
  }
}

/** A flag that is a whole number. */
export function countFlag(flags: Flags, name: string, fallback: number, most: number): number {
  const text = flagText(flags, name);
  if (text === undefined) return fallback;
  const count = Number(text);
  if (Number.isInteger(count) && count >= 0 && count <= most) return count;
  throw cliErrors.create('CLI_USAGE', { problem: `--${name} must be a whole number from 0 to ${most}, got "${text}"` });
}
