import type { JsonSchemaValue } from '@helve/core';

/** The id of the record that runs programs. */
export const EXEC_RUN = 'exec.run';

/** What a program is run with. */
export const execRunInput = {
  type: 'object',
  properties: {
    command: { type: 'string', minLength: 1, description: 'The program, by name or path.' },
    args: { type: 'array', items: { type: 'string' }, default: [], description: 'Its arguments; no shell reads them.' },
    stdin: { type: 'string', default: '', description: 'What it reads.' },
    env: {
      type: 'array',
      items: { type: 'string' },
      default: [],
      description: 'Names of variables that are let through besides PATH and LANG.',
    },
    timeoutMs: { type: 'integer', minimum: 1, default: 30_000, description: 'When it is stopped.' },
    maxOutputBytes: { type: 'integer', minimum: 1, default: 1_048_576, description: 'How much it may write.' },
  },
  required: ['command'],
  additionalProperties: false,
} as const;

/** How a run of a program can end. */
export const execOutcomes = Object.freeze([
  'exited',
  'signalled',
  'timed-out',
  'too-long',
  'not-utf8',
  'not-started',
] as const);
export type ExecOutcome = (typeof execOutcomes)[number];

/** What became of it. */
export const execRunOutput = {
  type: 'object',
  properties: {
    outcome: { enum: execOutcomes, description: 'How it ended.' },
    exitCode: { type: ['integer', 'null'], description: 'What it exited with.' },
    signal: { type: ['string', 'null'], description: 'What it was ended by.' },
    stdout: { type: 'string', description: 'What it wrote; empty unless it exited.' },
    stderr: { type: 'string', description: 'The last 2 kB of what it said about errors.' },
  },
  required: ['outcome', 'exitCode', 'signal', 'stdout', 'stderr'],
} as const;

export type ExecRequest = Required<JsonSchemaValue<typeof execRunInput>>;

/** A run of a program that is over. */
export interface ExecResult {
  readonly outcome: ExecOutcome;
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}
