import type { Column } from '../keyword-table.js';
import type { NameRule } from '../provider-names.js';

/** How much of a schema a provider takes in strict form. */
export interface StrictLimits {
  readonly maxProperties: number;
  readonly maxDepth: number;
  readonly maxEnumValues: number;
  readonly maxNameCharacters: number;
}

/** Everything in which the schemas of one provider differ from those of another, beyond its column of the table. */
export interface Dialect {
  readonly column: Column;
  readonly maxDescriptionLength?: number;
  /** The names of parameters it takes; absent means any. */
  readonly parameterName?: NameRule;
  readonly limits?: StrictLimits;
  /** Lists the order of properties beside them. */
  readonly ordersProperties?: true;
  /** A tool without parameters has no schema at all. */
  readonly omitsEmpty?: true;
  /** A definition may refer to itself only by way of a property that may be left out. */
  readonly refusesRequiredCycles?: true;
  /** How often a definition is put in its own place before it is cut. */
  readonly maxInlined?: number;
}
