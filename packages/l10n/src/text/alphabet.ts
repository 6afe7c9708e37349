/** Letters that languages in Latin script have beside A to Z, those of common foreign words included. */
const table: Readonly<Record<string, string>> = {
  en: '',
  de: 'äöüß',
  fr: 'àâæçéèêëîïôœùûüÿ',
  es: 'áéíñóúü',
  pt: 'áâãàçéêíóôõúü',
  it: 'àèéìíîòóùú',
  nl: 'áèéëíïóöúü',
  sv: 'åäöé',
  da: 'æøåéöä',
  nb: 'æøåéòóôöä',
  fi: 'äöåšž',
  pl: 'ąćęłńóśźż',
  cs: 'áčďéěíňóřšťúůýž',
  sk: 'áäčďéíĺľňóôŕšťúýž',
  hu: 'áéíóöőúüű',
  ro: 'ăâîșțşţ',
  tr: 'çğıöşüâîû',
  id: 'é',
  ca: 'àçéèíïóòúü',
  hr: 'čćđšž',
  sl: 'čćđšž',
};

const known = new Map<string, ReadonlySet<string> | undefined>();

function lettersOf(language: string): ReadonlySet<string> | undefined {
  if (!known.has(language)) known.set(language, Object.hasOwn(table, language) ? new Set(table[language]) : undefined);
  return known.get(language);
}

/** True for a word in lower case with letters that its language lacks and another has; false for unknown languages. */
export function hasLettersOf(word: string, other: string, language: string): boolean {
  const [own, others] = [lettersOf(language), lettersOf(other)];
  if (own === undefined || others === undefined) return false;
  const letters = [...word].filter((letter) => letter > '\u007F' && /\p{L}/u.test(letter));
  return letters.some((letter) => !own.has(letter)) && letters.every((letter) => others.has(letter));
}
