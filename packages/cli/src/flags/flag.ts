import type { Shape } from './read-shape.js';

/** One flag of one tool. */
export interface Flag {
  /** Without the dashes. */
  readonly name: string;
  /** For a boolean: the flag that sets it to false. */
  readonly negation?: string;
  /** Where its value goes in the input. */
  readonly path: readonly string[];
  /** Shape of one value; of a list, of one item. */
  readonly shape: Shape;
  readonly repeatable: boolean;
  readonly nullable: boolean;
  readonly required: boolean;
  readonly description: string;
  readonly default?: unknown;
}

/** All flags of a tool, and the parameters that no flag can name. */
export interface FlagPlan {
  readonly flags: readonly Flag[];
  /** Only `--input` reaches these. */
  readonly withoutFlag: readonly (readonly string[])[];
}
