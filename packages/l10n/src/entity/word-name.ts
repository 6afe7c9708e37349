/** A capitalised word of a name, in scripts that have capitals. */
export const nameWord = String.raw`\p{Lu}[\p{L}\p{M}]*(?:['’\-][\p{L}\p{M}]+){0,3}`;

/** Lists the words of some languages, with those that count in all. */
export function listWords(lists: Readonly<Record<string, string>>, languages: readonly string[]): readonly string[] {
  return languages.flatMap((language) => lists[language]?.split(' ') ?? []);
}
