import { spawn } from 'node:child_process';
import { Readable, type Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { CapabilityDefinitionError } from '@helve/worker';
import { composeWorkerEnv, resolveWorkerEnv } from '@helve/worker/host';
import type { WorkerLocation } from './worker-location.js';

/** The process in which a module is imported. */
export interface ModuleProcess {
  /** The file of the module, for messages. */
  readonly file: string;
  readonly command: readonly [string, ...string[]];
  readonly cwd: string;
}

/** A module that takes longer to import than this waits for something that will not come. */
const maxImportMs = 60_000;

/** Imports a module in a process of its own, with the environment that a worker would have, and returns its answer. */
export async function askModule<Answer extends object>(
  { file, command, cwd }: ModuleProcess,
  { directories }: Pick<WorkerLocation, 'directories'>,
  hostEnv: Readonly<Record<string, string | undefined>>,
): Promise<Answer> {
  const { env } = composeWorkerEnv(
    resolveWorkerEnv({ ...directories, capabilityName: 'inspected', specs: [], hostEnv }),
  );
  const [program, ...args] = command;
  const child = spawn(program, args, {
    cwd,
    env,
    timeout: maxImportMs,
    // Output that the module prints is not part of the answer.
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<string>((done) => {
    child.on('error', (error) => done(error.message));
    child.on('close', (code, signal) => done(`it ended with ${signal ?? `exit code ${code}`}`));
  });
  const [answer, errors, ending] = await Promise.all([readAll(child.stdio[3]), readAll(child.stdio[2]), ended]);
  if (answer === '') throw failed(file, `${ending}\n${errors}`.trim());
  const read = JSON.parse(answer) as Answer | { readonly failure: string };
  if ('failure' in read) throw failed(file, read.failure);
  return read;
}

function failed(file: string, details: string): CapabilityDefinitionError {
  return new CapabilityDefinitionError(`Cannot look into "${file}": ${details}`, { details });
}

async function readAll(stream: Readable | Writable | null | undefined): Promise<string> {
  return stream instanceof Readable ? text(stream) : '';
}
