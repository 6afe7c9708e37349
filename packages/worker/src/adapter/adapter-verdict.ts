/** Levels of proof of a match: names, parameters, schemas. */
export const matchLevels = Object.freeze({ name: 0, params: 1, schema: 2 } as const);

export type MatchLevel = (typeof matchLevels)[keyof typeof matchLevels];

/** Result of matching an adapter with a tool, with every reason against it. */
export interface AdapterVerdict {
  readonly compatible: boolean;
  /** Highest level that was proven; null when incompatible. */
  readonly level: MatchLevel | null;
  readonly missingMethods: readonly string[];
  readonly missingProperties: readonly string[];
  readonly paramMismatches: readonly ParamMismatch[];
  readonly schemaMismatches: readonly SchemaMismatch[];
  /** Aspects that could not be decided; they count as mismatches only in a strict match. */
  readonly unproven: readonly string[];
  /** Empty when there is nothing to report. */
  readonly reason: string;
  readonly suggestion: string;
}

export interface ParamMismatch {
  readonly method: string;
  readonly protocolParams: readonly string[];
  readonly surfaceParams: readonly string[];
}

export interface SchemaMismatch {
  readonly method: string;
  readonly side: 'input' | 'output';
  /** Points into the schema of the side that sends the value. */
  readonly pointer: string;
  readonly reason: string;
}
