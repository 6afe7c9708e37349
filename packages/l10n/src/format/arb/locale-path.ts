import type { LocaleId } from '@helve/flow';
import { knownLocale } from '../xliff/to-variant.js';

/** Name of an ARB file, split at its locale: `lib/l10n/app_`, `pt_BR`. */
const name =
  /^(?<before>(?:.*[\\/])?(?:[^\\/]*?_)?)(?<locale>[a-z]{2,3}(?:_[A-Z][a-z]{3})?(?:_(?:[A-Z]{2}|\d{3}))?)\.arb$/u;

/** Returns the path of the translation of an ARB file: `app_pt_BR.arb` beside `app_en.arb`. */
export function arbLocalePath(path: string, _: LocaleId, target: LocaleId): string | undefined {
  const tag = target.replaceAll('-', '_');
  const { before } = name.exec(path)?.groups ?? {};
  if (before !== undefined) return `${before}${tag}.arb`;
  return path.endsWith('.arb') ? `${path.slice(0, -'.arb'.length)}_${tag}.arb` : undefined;
}

/** Returns the locale that the name of an ARB file ends with. */
export function arbLocaleOfPath(path: string): LocaleId | undefined {
  const { locale } = name.exec(path)?.groups ?? {};
  return locale === undefined ? undefined : knownLocale(locale);
}
