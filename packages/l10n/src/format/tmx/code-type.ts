import { vocabularyOf } from '@helve/flow';

/** The types that TMX recommends, and those of the vocabulary that mean the same. */
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

/** The vocabulary type of an inline element. */
export function typeOfName(name: string | undefined, paired: boolean): string {
  const own = name === undefined ? undefined : Object.hasOwn(byName, name) ? byName[name] : undefined;
  if (own !== undefined) return own;
  if (name !== undefined && vocabularyOf(name) !== undefined) return name;
  return paired ? 'code:markup' : 'code:placeholder';
}

/** What an inline element is said to be; nothing for what any code is. */
export function nameOfType(type: string): string | undefined {
  if (type === 'code:markup' || type === 'code:placeholder') return undefined;
  return byType.get(type) ?? type;
}
