import { numericCharacter, ownEntity } from '../xml/reference.js';

/** Decodes text between tags; undefined if only a parser can decide. */
export function decodeText(text: string): string | undefined {
  if (text.includes('\r') || text.includes(']]>')) return undefined;
  if (!text.includes('&')) return text;
  let sound = true;
  const decoded = text.replaceAll(/&([^;&\s]*)(;?)/gu, (_, name: string, semicolon: string) => {
    const known = semicolon === '' ? undefined : (ownEntity(name) ?? numericCharacter(name));
    if (known === undefined) sound = false;
    return known ?? '';
  });
  return sound ? decoded : undefined;
}
