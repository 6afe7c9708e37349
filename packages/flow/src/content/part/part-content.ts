import type { Part } from '../../contract/part.js';

/** Returns the inner object of a part, which stays the same when a tool wraps it anew. */
export function partContent(part: Part): object {
  switch (part.kind) {
    case 'block':
      return part.block;
    case 'data':
      return part.data;
    case 'media':
      return part.media;
    case 'layer-start':
      return part.layer;
    case 'group-start':
      return part.group;
    default:
      return part;
  }
}
