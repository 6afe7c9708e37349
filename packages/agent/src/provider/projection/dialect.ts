import type { Column } from '../keyword-table.js';
import type { NameRule } from '../provider-names.js';

/** Limits of a provider on schemas in strict form. */
export interface StrictLimits {
  readonly maxProperties: number;
  readonly maxDepth: number;
  readonly maxEnumValues: number;
  readonly maxNameCharacters: number;
}

/** Differences of one provider's schemas from those of others, beyond its column of the table. */
export interface Dialect {
  readonly column: Column;
  readonly maxDescriptionLength?: number;
  /** Rule for names of parameters. Default: any name. */
  readonly parameterName?: NameRule;
  readonly limits?: StrictLimits;
  /** True when the order of properties is listed beside them. */
  readonly ordersProperties?: true;
  /** True when a tool without parameters has no schema at all. */
  readonly omitsEmpty?: true;
  /** True when a definition may refer to itself only through an optional property. */
  readonly refusesRequiredCycles?: true;
  /** Number of times a recursive definition is inlined before it is cut. */
  readonly maxInlined?: number;
}
