/** How far a match was proven: names, parameters, or schemas. */
export const matchLevels = Object.freeze({ name: 0, params: 1, schema: 2 } as const);

export type MatchLevel = (typeof matchLevels)[keyof typeof matchLevels];

/** Whether an adapter can work with a tool, with every reason why not. */
export interface AdapterVerdict {
  readonly compatible: boolean;
  /** How far it was proven; null if it is not compatible. */
  readonly level: MatchLevel | null;
  readonly missingMethods: readonly string[];
  readonly missingProperties: readonly string[];
  readonly paramMismatches: readonly ParamMismatch[];
  readonly schemaMismatches: readonly SchemaMismatch[];
  /** What could not be decided: an obstacle only if the match is strict. */
  readonly unproven: readonly string[];
  /** Empty if there is nothing to say. */
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
  /** Into the schema of whoever sends the value. */
  readonly pointer: string;
  readonly reason: string;
}
