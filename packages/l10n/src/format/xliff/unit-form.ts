import type { Json } from '@helve/core';
import { isPlainObject } from '@helve/core';
import type { Runs, SkeletonValue } from '@helve/flow';
import type { Namespaces } from '../xml/xml-node.js';
import type { UnitFields } from './block-fields.js';

/** What the writer must know of a place: a whole unit as it stands, or the language of its targets. */
export type XliffPlace =
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
export type UnitPlace = XliffPlace & { readonly part: 'unit' };

const asRead = new WeakMap<UnitPlace, AsRead>();

/** A unit as it was read. */
interface AsRead {
  readonly fields: UnitFields;
  readonly content: Runs;
}

/** Remembers what a place held, so that a block which nobody touched is known at once. */
export function rememberUnit(form: UnitPlace, fields: UnitFields, content: Runs): void {
  const still = fields.overlays.length === 0 && Object.keys(fields.annotations).length === 0;
  if (still) asRead.set(form, { fields: { ...fields, targets: { ...fields.targets } }, content });
}

/** The content of a place whose block is as it was read; nothing when that is not known. */
export function untouchedContent(form: UnitPlace, block: UnitFields, variant: string): Runs | undefined {
  const known = asRead.get(form);
  if (!known || variant !== form.variant || block.overlays.length > 0 || block.source !== known.fields.source)
    return undefined;
  for (const _ in block.annotations) return undefined;
  return block.targets[variant] === known.fields.targets[variant] ? known.content : undefined;
}

/** A place as the skeleton keeps it. */
export function placeForm(place: XliffPlace): Json {
  return place satisfies { readonly [field: string]: Json };
}

/** The place of an entry that this format appended. */
export function placeOf({ form }: SkeletonValue): XliffPlace {
  if (!isPlainObject(form)) throw new TypeError('Cannot write: the skeleton entry has no place');
  // Only readers of this folder append entries to a skeleton of this format.
  return form as unknown as XliffPlace;
}
