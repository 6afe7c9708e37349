import type { Json } from '@helve/core';
import { isPlainObject } from '@helve/core';
import type { SkeletonValue } from '@helve/flow/content';
import type { DialectName } from './dialect/dialect.js';
import type { VariationKind } from './variation/variation-group.js';
import type { Namespaces } from '../xml/xml-node.js';

/** Facts for the writer of an entry: a whole unit, or the language of its targets. */
export type XliffForm =
  | {
      readonly part: 'unit';
      readonly raw: string;
      /** Meaning of prefixes in the unit. */
      readonly namespaces: Namespaces;
      /** Variant of the file's own targets. */
      readonly variant: string;
      readonly dialect?: DialectName;
      /** Kind of the forms, where several units are one text. */
      readonly variation?: VariationKind;
      /** White space before the first of them. */
      readonly indent?: string;
    }
  | {
      readonly part: 'language';
      /** The existing language; if absent the attribute is inserted. */
      readonly value?: string;
      readonly attribute: string;
    };

/** Form of a unit. */
export type UnitForm = XliffForm & { readonly part: 'unit' };

/** Encodes a form for the skeleton. */
export function toXliffForm(form: XliffForm): Json {
  return form satisfies { readonly [field: string]: Json };
}

/** Decodes the form of an entry that this format appended. */
export function fromXliffForm({ form }: SkeletonValue): XliffForm {
  if (!isPlainObject(form)) throw new TypeError('Cannot write: the skeleton entry has no position');
  // Only readers of this folder append entries to a skeleton of this format.
  return form as unknown as XliffForm;
}
