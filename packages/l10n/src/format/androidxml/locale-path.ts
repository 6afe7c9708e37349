import type { LocaleId } from '@helve/flow';

/** Languages that Android calls by their old names. */
const oldNames: Readonly<Record<string, string>> = { he: 'iw', id: 'in', yi: 'ji' };
const newNames: Readonly<Record<string, string>> = { iw: 'he', in: 'id', ji: 'yi' };

/** The folder of a file, split at its locale: `res/values-`, `pt-rBR`, `-night`, `/strings.xml`. */
interface ResourcePath {
  readonly before: string;
  readonly locale: string;
  readonly behind: string;
  /** True for moko-resources, where a folder is called after its locale, or `base`. */
  readonly isMoko: boolean;
}

const folder =
  /^(?<before>(?:.*[\\/])?values(?:-mcc\d+)?(?:-mnc\d+)?)(?:-(?<locale>b\+[A-Za-z0-9+]+|(?!car(?![a-z]))[a-z]{2,3}(?:-r(?:[A-Z]{2}|\d{3}))?)(?=[-\\/]))?(?<behind>(?:-[^\\/]+)?[\\/][^\\/]+)$/u;
const moko =
  /^(?<before>(?:.*[\\/])?(?:moko-resources|MR)[\\/])(?<locale>base|[a-z]{2,3}(?:-r[A-Z]{2})?)(?<behind>[\\/][^\\/]+)$/u;

function parsePath(path: string): ResourcePath | undefined {
  const found = folder.exec(path) ?? moko.exec(path);
  if (!found) return undefined;
  const { before = '', locale = '', behind = '' } = found.groups ?? {};
  const isMoko = !/values[^\\/]*$/u.test(before);
  return { before, locale: locale === 'base' ? '' : locale, behind, isMoko };
}

/** Returns the path of the translation of a resource file: `values-pt-rBR/` beside `values/`. */
export function androidLocalePath(path: string, _: LocaleId, target: LocaleId): string | undefined {
  const parts = parsePath(path);
  return parts && joinPath(parts, toQualifier(target));
}

/** Returns the locale that the folder of a resource file names. */
export function androidLocaleOfPath(path: string): LocaleId | undefined {
  const { locale } = parsePath(path) ?? {};
  return locale === undefined || locale === '' ? undefined : fromQualifier(locale);
}

/** Returns the path of a resource file for all languages. */
export function androidBasePath(path: string): string | undefined {
  const parts = parsePath(path);
  return parts && joinPath(parts, '');
}

function joinPath({ before, behind, isMoko }: ResourcePath, locale: string): string {
  if (isMoko) return before + (locale === '' ? 'base' : locale) + behind;
  return before + (locale === '' ? '' : `-${locale}`) + behind;
}

/** Writes a locale as Android does: language and region, or all of it in the newer notation. */
function toQualifier(locale: LocaleId): string {
  const [language = '', region, ...more] = locale.split('-');
  const name = oldNames[language] ?? language;
  if (region === undefined) return name;
  return more.length === 0 && /^[A-Z]{2}$/u.test(region) ? `${name}-r${region}` : `b+${locale.replaceAll('-', '+')}`;
}

function fromQualifier(qualifier: string): LocaleId | undefined {
  const tag = qualifier.startsWith('b+') ? qualifier.slice(2).replaceAll('+', '-') : qualifier.replace('-r', '-');
  const [language = '', ...rest] = tag.split('-');
  try {
    return Intl.getCanonicalLocales([newNames[language] ?? language, ...rest].join('-'))[0];
  } catch {
    return undefined;
  }
}
