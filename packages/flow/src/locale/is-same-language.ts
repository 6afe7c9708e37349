/** True when two locales write the same language: a file for `pt` serves `pt-BR`, one for `zh-TW` does not serve `zh-CN`. */
export function isSameLanguage(left: string, right: string): boolean {
  if (left === right) return true;
  // The likely language of an unknown one would be English.
  if (isUnknownLanguage(left) || isUnknownLanguage(right)) return false;
  const [one, two] = [new Intl.Locale(left), new Intl.Locale(right)];
  if (one.region !== undefined && two.region !== undefined && one.region !== two.region) return false;
  const [first, second] = [one.maximize(), two.maximize()];
  return first.language === second.language && first.script === second.script;
}

/** True when a locale names no language. */
export function isUnknownLanguage(locale: string): boolean {
  return locale === 'und' || locale.startsWith('und-');
}
