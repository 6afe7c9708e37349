/** JSON in which nothing acts or hides: control characters, direction marks and the like stand there as escapes. */
export function toVisibleJson(value: unknown): string {
  const text = JSON.stringify(value, undefined, 2) ?? '';
  return text.replaceAll(/(?!\n)[\p{Cc}\p{Cf}\u2028\u2029]/gu, (char) =>
    char
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}
