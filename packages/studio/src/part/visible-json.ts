/** Prints JSON with control characters, direction marks and other invisible characters as escapes. */
export function toVisibleJson(value: unknown): string {
  const text = JSON.stringify(value, undefined, 2) ?? '';
  return text.replaceAll(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu, (char) =>
    char
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}
