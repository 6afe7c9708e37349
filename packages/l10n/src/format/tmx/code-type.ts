import { vocabularyOf } from '@helve/flow/content';

/** The types that TMX recommends, and the vocabulary types with the same meaning. */
const byName: Readonly<Record<string, string>> = {
  bold: 'fmt:bold',
  italic: 'fmt:italic',
  ulined: 'fmt:underline',
  link: 'link:hyperlink',
  image: 'media:image',
  lb: 'struct:break',
  pb: 'struct:pagebreak',
  fnote: 'struct:footnote',
};

const byType = new Map(Object.entries(byName).map(([name, type]) => [type, name]));

/** Returns the vocabulary type of an inline element. */
export function typeOfName(name: string | undefined, paired: boolean): string {
  const own = name === undefined ? undefined : Object.hasOwn(byName, name) ? byName[name] : undefined;
  if (own !== undefined) return own;
  if (name !== undefined && vocabularyOf(name) !== undefined) return name;
  return paired ? 'code:markup' : 'code:placeholder';
}

/** Returns the TMX type of a code; undefined for a generic one. */
export function nameOfType(type: string): string | undefined {
  if (type === 'code:markup' || type === 'code:placeholder') return undefined;
  return byType.get(type) ?? type;
}
