/** The element of a code, with its attributes. */
export interface CodeOrigin {
  readonly element: 'bpt' | 'ept' | 'it' | 'ph' | 'hi' | 'ut' | 'text';
  /** A part of a code that contains text: before it, between two texts, or after the last. */
  readonly part?: 'sub' | undefined;
  readonly type?: string | undefined;
  readonly assoc?: string | undefined;
}

const prefix = 'tmx:';
const elements: readonly string[] = ['bpt', 'ept', 'it', 'ph', 'hi', 'ut', 'text'];

/** Encodes the origin of a code as its `subType`, so that it is written as it was. */
export function toSubType({ element, part, type, assoc }: CodeOrigin): string {
  const facts = new URLSearchParams();
  if (part !== undefined) facts.set('part', part);
  if (type !== undefined) facts.set('type', type);
  if (assoc !== undefined) facts.set('assoc', assoc);
  return facts.size === 0 ? prefix + element : `${prefix}${element}?${facts.toString()}`;
}

/** Decodes a `subType`; undefined for codes of other formats. */
export function fromSubType(subType: string | undefined): CodeOrigin | undefined {
  if (subType === undefined || !subType.startsWith(prefix)) return undefined;
  const [element = '', query = ''] = subType.slice(prefix.length).split('?', 2);
  if (!isElement(element)) return undefined;
  const facts = new URLSearchParams(query);
  return {
    element,
    part: facts.get('part') === 'sub' ? 'sub' : undefined,
    type: facts.get('type') ?? undefined,
    assoc: facts.get('assoc') ?? undefined,
  };
}

function isElement(name: string): name is CodeOrigin['element'] {
  return elements.includes(name);
}
