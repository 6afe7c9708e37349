import { isPlainObject } from '@helve/core';
import type { Part } from '@helve/flow';

type OtherPart = Exclude<Part, { kind: 'block' }>;

/** Returns the content of a part that is not a block. */
export function partContent(part: OtherPart): unknown {
  switch (part.kind) {
    case 'layer-start':
      return part.layer;
    case 'group-start':
      return part.group;
    case 'data':
      return part.data;
    case 'media':
      return part.media;
    default:
      return part;
  }
}

/** Applies the changes that a script may make to such a part: properties, and the text of an image. */
export function withPartContent<P extends OtherPart>(part: P, own: unknown): P {
  const held = partContent(part);
  if (!isPlainObject(own) || !isPlainObject(held)) return part;
  const { properties, altText } = own;
  if (isPlainObject(properties) && 'properties' in held) {
    Reflect.set(
      held,
      'properties',
      Object.fromEntries(Object.entries(properties).map(([key, value]) => [key, String(value)])),
    );
  }
  if (part.kind === 'media' && typeof altText === 'string') part.media.altText = altText;
  return part;
}
