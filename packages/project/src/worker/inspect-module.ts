import { spawn } from 'node:child_process';
import { dirname } from 'node:path';
import { Readable, type Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { CapabilityDefinitionError } from '@helve/worker';
import { composeWorkerEnv, resolveWorkerEnv, type AdapterManifest, type CapabilityManifest } from '@helve/worker/host';
import { inspectScript } from './inspect-script.js';
import type { WorkerFinding } from './worker-finding.js';
import type { WorkerLocation } from './worker-location.js';

/** Module to inspect, and the environment of its process. */
export interface InspectRequest {
  /** The file of the module. */
  readonly file: string;
  /** Specifier of the module in manifests. */
  readonly module: string;
  readonly export?: string | undefined;
  /** Used for a class without its own description. */
  readonly description?: string | undefined;
  /** Another Node than this one. */
  readonly execPath?: string | undefined;
  readonly cwd?: string | undefined;
}

/** Contents of an inspected module. */
export interface InspectedModule {
  readonly capability?: CapabilityManifest;
  readonly adapters: readonly AdapterManifest[];
  readonly findings: readonly WorkerFinding[];
}

/** A module that takes longer to import than this waits for something that will not come. */
const maxImportMs = 60_000;

/** Imports a module in a process of its own, with the environment that a worker would have, and asks its classes. */
export async function inspectModule(
  request: InspectRequest,
  { directories }: Pick<WorkerLocation, 'directories'>,
  hostEnv: Readonly<Record<string, string | undefined>>,
): Promise<InspectedModule> {
  const { env } = composeWorkerEnv(
    resolveWorkerEnv({ ...directories, capabilityName: 'inspected', specs: [], hostEnv }),
  );
  const entry = import.meta.resolve('@helve/worker/host');
  const args = ['--input-type=module', '--eval', inspectScript, entry, JSON.stringify(request)];
  const child = spawn(request.execPath ?? process.execPath, args, {
    cwd: request.cwd ?? dirname(request.file),
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
  return readAnswer(answer, request, `${ending}\n${errors}`);
}

function readAnswer(output: string, { file }: InspectRequest, ending: string): InspectedModule {
  if (output === '') throw failed(file, ending.trim());
  const answer = JSON.parse(output) as InspectedModule | { readonly failure: string };
  if ('failure' in answer) throw failed(file, answer.failure);
  return answer;
}

function failed(file: string, details: string): CapabilityDefinitionError {
  return new CapabilityDefinitionError(`Cannot look into "${file}": ${details}`, { details });
}

async function readAll(stream: Readable | Writable | null | undefined): Promise<string> {
  return stream instanceof Readable ? text(stream) : '';
}
