const own: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Matches a character that XML 1.0 does not allow, however it is written. */
// oxlint-disable-next-line no-control-regex -- these are the characters in question
export const illegalCharacter = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/u;

// oxlint-disable-next-line no-control-regex -- and these without half characters, which are looked for more quickly
const illegalUnit = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/;

/** Returns the index of the first character that XML does not allow, or -1. */
export function findIllegal(text: string): number {
  return text.isWellFormed() ? text.search(illegalUnit) : text.search(illegalCharacter);
}

/** Decodes a numeric reference; undefined if XML does not allow the character. */
export function numericCharacter(name: string): string | undefined {
  const match = /^#(?:x([0-9a-fA-F]+)|([0-9]+))$/u.exec(name);
  if (!match) return undefined;
  const point = match[1] === undefined ? Number(match[2]) : Number.parseInt(match[1], 16);
  if (!(point <= 0x10ffff)) return undefined;
  const char = String.fromCodePoint(point);
  return illegalCharacter.test(char) ? undefined : char;
}

/** Returns the text of one of XML's own five entities. */
export function ownEntity(name: string): string | undefined {
  return Object.hasOwn(own, name) ? own[name] : undefined;
}
