/** A text with its expected entities. */
export interface LabelledText {
  readonly locale: string;
  readonly text: string;
  readonly labels: readonly Label[];
}

/** A range of a text, in UTF-16 indexes, and its type. */
export interface Label {
  readonly kind: string;
  readonly start: number;
  readonly end: number;
}

/** Parses `Ask [person:Ada Lovelace] in [location:London]`. */
export function readLabelled(locale: string, marked: string): LabelledText {
  let text = '';
  const labels: Label[] = [];
  let at = 0;
  for (const match of marked.matchAll(/\[([a-z-]+):([^\]]+)\]/gu)) {
    const [all, kind = '', value = ''] = match;
    text += marked.slice(at, match.index);
    labels.push({ kind, start: text.length, end: text.length + value.length });
    text += value;
    at = match.index + all.length;
  }
  return { locale, text: text + marked.slice(at), labels };
}

/** Parses marked sentences, one per line, by locale. */
export function readSentences(byLocale: Readonly<Record<string, string>>): readonly LabelledText[] {
  return Object.freeze(
    Object.entries(byLocale).flatMap(([locale, lines]) =>
      lines
        .trim()
        .split('\n')
        .map((line) => readLabelled(locale, line)),
    ),
  );
}
