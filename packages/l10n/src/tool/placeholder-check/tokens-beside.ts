import type { Dialect } from '../../dialect/dialect.js';
import { placeholderTokens, type TextToken } from '../../dialect/placeholder-token.js';

/** Prefix of the keys of protected texts. */
export const keptKey = 'protected ';

/** Lists the placeholders of a text, and its protected texts, in which there are no placeholders. */
export function tokensBeside(text: string, dialect: Dialect, protectedTexts: readonly string[]): readonly TextToken[] {
  const tokens = placeholderTokens(text, dialect);
  if (protectedTexts.length === 0) return tokens;
  const stays = protectedTexts.flatMap((raw) => findOccurrences(raw, text));
  const isFree = ({ start, end }: TextToken) => !stays.some((one) => start < one.end && one.start < end);
  return [...stays, ...tokens.filter(isFree)].toSorted((one, other) => one.start - other.start);
}

function findOccurrences(raw: string, text: string): TextToken[] {
  const found: TextToken[] = [];
  for (let start = text.indexOf(raw); start >= 0; start = text.indexOf(raw, start + raw.length)) {
    found.push({ token: { kind: 'named', key: `${keptKey}${raw}` }, raw, start, end: start + raw.length });
  }
  return found;
}
