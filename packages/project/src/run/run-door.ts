import { token, type Secret, type ToolHook } from '@helve/core';
import type { ByteSource } from '@helve/flow/content';
import type { AnnotationLimit } from './step/plan-report.js';
import type { StepLogEntry, ProgressEvent, TraceOptions } from '@helve/flow/engine';

/** A tool that somebody typed. */
export interface TypedTool {
  /** Parameters that are secret, by name: those who need one ask with `typedSecret`. */
  readonly secrets: ReadonlyMap<string, Secret>;
}

/** Extras that the door of a run supplies and no caller could send: a terminal has them, other doors have none. */
export interface RunDoor {
  /** Where relative paths begin. */
  readonly cwd: string;
  /** The tool was typed on the command line, which is consent to what it runs. */
  readonly typed?: TypedTool;
  /** Asks whether a digest may run; without an answer nothing is remembered. */
  agrees(request: ExecRequest): Promise<boolean>;
  /** Standard input, when it is one of the files; what is made of it goes to `path`. */
  readonly standard?: { readonly source: ByteSource; readonly path: string };
  readonly trace?: TraceOptions;
  /** Runs as a job that outlives the process. */
  readonly durable?: DurableDoor;
  /** Maximum number of annotations in the report of a run that does nothing but annotate. */
  readonly annotations?: AnnotationLimit;
  onProgress?(event: ProgressEvent): void;
  /** Told of files as soon as they are written: who cancels a run gets no report. */
  onWritten?(paths: readonly string[]): void;
  log?(line: StepLogEntry): void;
}

/** A run that outlives its process. */
export interface DurableDoor {
  /** The job to go on with. Default: a new one. */
  readonly job?: string;
  /** The job begins if there is none with its id; a run that can be no job is made without one. */
  readonly optional?: boolean;
  /** Told before a run that can be no job is made without one. */
  willRunPlain?(): Promise<void>;
  /** Told the id of the job before it is worked on. */
  onJob(id: string): void;
  /** Told the id of the job where the run was cancelled before it was done. */
  onPaused?(id: string): void;
}

/** Programs and scripts that somebody has to look at first. */
export interface ExecRequest {
  readonly digest: string;
  readonly file: string | undefined;
  /** Programs and scripts that would run, one line per step. */
  readonly lines: readonly string[];
}

const doorToken = token<RunDoor>('flow.door');

/** Gives the calls of one line a door. */
export function doorHook(door: RunDoor): ToolHook {
  return {
    name: 'flowDoor',
    willBindProviders: (ctx) => {
      ctx.bindProvider(doorToken, door);
    },
  };
}

/** The secret parameter of the tool that was typed, such as `apiKey`. */
export function typedSecret(ctx: Parameters<typeof findRunDoor>[0], name: string): Secret | undefined {
  return findRunDoor(ctx)?.typed?.secrets.get(name);
}

/** The door that a call came through, if it has one. */
export function findRunDoor(ctx: { tryGet(token: typeof doorToken): RunDoor | undefined }): RunDoor | undefined {
  return ctx.tryGet(doorToken);
}
