/** Why arguments could not be read: each stands once, here. */
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

/** Where, and why, reading stopped. */
export interface ParseFailure {
  readonly cause: ParseCause;
  /** In the text as it was sent, in UTF-16 units; absent for arguments that came as an object. */
  readonly position?: number;
  /** To the value that was being read. */
  readonly pointer: string;
  readonly problem: string;
}

/** Thrown inside of the readers only; `parseArguments` makes a value of it. */
export class Unreadable extends Error {
  readonly failure: ParseFailure;

  constructor(failure: ParseFailure) {
    super(failure.problem);
    this.failure = failure;
  }
}

/** A JSON pointer (RFC 6901) to where a path of names and indexes leads. */
export function toPointer(path: readonly (string | number)[]): string {
  return path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** The names and indexes of a JSON pointer. */
export function fromPointer(pointer: string): string[] {
  return pointer === ''
    ? []
    : pointer
        .slice(1)
        .split('/')
        .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}
