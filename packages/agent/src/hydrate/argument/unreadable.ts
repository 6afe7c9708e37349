/** The causes for which arguments cannot be read. */
export const parseCauses = Object.freeze([
  'syntax',
  'truncated',
  'duplicate-key',
  'forbidden-key',
  'not-an-object',
  'too-large',
  'too-deep',
  'ill-formed-string',
  'unsafe-integer',
] as const);

export type ParseCause = (typeof parseCauses)[number];

/** The position and cause at which reading stopped. */
export interface ParseFailure {
  readonly cause: ParseCause;
  /** Position in the text as it was sent, in UTF-16 units; absent for arguments that came as an object. */
  readonly position?: number;
  /** JSON pointer to the value that was being read. */
  readonly pointer: string;
  readonly problem: string;
}

/** A fault inside of the readers; `parseArguments` converts it to a value. */
export class Unreadable extends Error {
  readonly failure: ParseFailure;

  constructor(failure: ParseFailure) {
    super(failure.problem);
    this.failure = failure;
  }
}
