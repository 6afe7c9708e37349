import { problemCodes, type ProblemCode } from './problem-codes.js';

/** One thing that is wrong with a tool folder, where it stands, and what to do. */
export interface Problem {
  /** The id of the tool, or the name of its folder where that gives no id. */
  readonly tool: string;
  /** Relative to the tools folder, with `/`. */
  readonly file: string;
  /** JSON pointer, for problems inside `schema.json`. */
  readonly pointer?: string;
  /** From 1. */
  readonly line?: number;
  readonly code: ProblemCode;
  readonly message: string;
  readonly hint: string;
}

/** Where a problem stands, inside its tool. */
export interface ProblemLocation {
  readonly file: string;
  readonly pointer?: string | undefined;
  readonly line?: number | undefined;
}

/** Makes the problems of one tool; `hint` replaces the one of the table where more is known. */
export type ReportProblem = (code: ProblemCode, place: ProblemLocation, message: string, hint?: string) => void;

/** Collects the problems of one tool in `into`. */
export function collectProblems(into: Problem[], tool: string): ReportProblem {
  return (code, { file, pointer, line }, message, hint = problemCodes[code]) => {
    into.push({
      tool,
      file,
      ...(pointer === undefined ? {} : { pointer }),
      ...(line === undefined ? {} : { line }),
      code,
      message,
      hint,
    });
  };
}

/** Whether it only warns; `strict` builds stop at these too. */
export function isWarning({ code }: Pick<Problem, 'code'>): boolean {
  return code.startsWith('W_');
}
