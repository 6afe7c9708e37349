import type { JsonSchemaValue } from '@helve/core';

/** Id of the tool that runs programs. */
export const EXEC_RUN = 'exec.run';

/** Input of `exec.run`. */
export const execRunInput = {
  type: 'object',
  properties: {
    command: { type: 'string', minLength: 1, description: 'Program to run, by name or path.' },
    args: {
      type: 'array',
      items: { type: 'string' },
      default: [],
      description: 'Arguments of the program; no shell interprets them.',
    },
    stdin: { type: 'string', default: '', description: 'Standard input of the program.' },
    env: {
      type: 'array',
      items: { type: 'string' },
      default: [],
      description: 'Names of environment variables that are passed through besides PATH and LANG.',
    },
    timeoutMs: { type: 'integer', minimum: 1, default: 30_000, description: 'Time limit in milliseconds.' },
    maxOutputBytes: {
      type: 'integer',
      minimum: 1,
      default: 1_048_576,
      description: 'Maximum size of the output, in bytes.',
    },
  },
  required: ['command'],
  additionalProperties: false,
} as const;

/** Outcomes of a program run. */
export const execOutcomes = Object.freeze([
  'exited',
  'signalled',
  'timed-out',
  'too-long',
  'not-utf8',
  'not-started',
] as const);
export type ExecOutcome = (typeof execOutcomes)[number];

/** Output of `exec.run`. */
export const execRunOutput = {
  type: 'object',
  properties: {
    outcome: { enum: execOutcomes, description: 'Outcome of the run.' },
    exitCode: { type: ['integer', 'null'], description: 'Exit code.' },
    signal: { type: ['string', 'null'], description: 'Signal that ended the program.' },
    stdout: { type: 'string', description: 'Standard output; empty unless the program exited.' },
    stderr: { type: 'string', description: 'Last 2 kB of the standard error output.' },
  },
  required: ['outcome', 'exitCode', 'signal', 'stdout', 'stderr'],
} as const;

export type ExecRequest = Required<JsonSchemaValue<typeof execRunInput>>;

/** A finished run of a program. */
export interface ExecResult {
  readonly outcome: ExecOutcome;
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}
