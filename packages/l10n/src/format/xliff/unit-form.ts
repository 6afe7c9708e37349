import type { Json } from '@helve/core';
import { isPlainObject } from '@helve/core';
import type { SkeletonValue } from '@helve/flow';
import type { Namespaces } from '../xml/xml-node.js';

/** What the writer must know of a place: a whole unit as it stands, or the language of its targets. */
export type XliffForm =
  | {
      readonly part: 'unit';
      readonly raw: string;
      /** What prefixes mean there. */
      readonly namespaces: Namespaces;
      /** The variant that the file's own targets are. */
      readonly variant: string;
    }
  | {
      readonly part: 'language';
      /** The language that stands there; without one the attribute is put in. */
      readonly value?: string;
      readonly attribute: string;
    };

/** The place of a unit. */
export type UnitForm = XliffForm & { readonly part: 'unit' };

/** A place as the skeleton keeps it. */
export function toXliffForm(place: XliffForm): Json {
  return place satisfies { readonly [field: string]: Json };
}

/** The place of an entry that this format appended. */
export function fromXliffForm({ form }: SkeletonValue): XliffForm {
  if (!isPlainObject(form)) throw new TypeError('Cannot write: the skeleton entry has no position');
  // Only readers of this folder append entries to a skeleton of this format.
  return form as unknown as XliffForm;
}
