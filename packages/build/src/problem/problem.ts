import { problemCodes, type ProblemCode } from './problem-codes.js';

/** One problem of a tool folder, with its location and a hint. */
export interface Problem {
  /** Id of the tool, or name of its folder where that gives no id. */
  readonly tool: string;
  /** Path relative to the tools folder, with `/`. */
  readonly file: string;
  /** JSON pointer, for problems inside `schema.json`. */
  readonly pointer?: string;
  /** Line, counted from 1. */
  readonly line?: number;
  readonly code: ProblemCode;
  readonly message: string;
  readonly hint: string;
}

/** The location of a problem inside its tool. */
export interface ProblemLocation {
  readonly file: string;
  readonly pointer?: string | undefined;
  readonly line?: number | undefined;
}

/** Reports a problem of one tool; `hint` replaces the one of the table where more is known. */
export type ReportProblem = (code: ProblemCode, location: ProblemLocation, message: string, hint?: string) => void;

/** Creates a reporter that collects the problems of one tool in `into`. */
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

/** True for a problem that only warns; `strict` builds stop at these too. */
export function isWarning({ code }: Pick<Problem, 'code'>): boolean {
  return code.startsWith('W_');
}
