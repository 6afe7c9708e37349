import { dirname } from 'node:path';
import type { AdapterManifest, CapabilityEnvironment, CapabilityManifest } from '@helve/worker/host';
import { askModule } from './ask-module.js';
import { inspectPython } from './inspect-python.js';
import { inspectScript } from './inspect-script.js';
import { readyModule } from './ready-module.js';
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
  /** Another Node or Python than the usual one. */
  readonly execPath?: string | undefined;
  readonly cwd?: string | undefined;
  /** Environment of the manifest, which is made for the inspection as for a load. */
  readonly environment?: CapabilityEnvironment | undefined;
}

/** Contents of an inspected module. */
export interface InspectedModule {
  readonly capability?: CapabilityManifest;
  readonly adapters: readonly AdapterManifest[];
  readonly findings: readonly WorkerFinding[];
}

/** Imports a module where its classes would run, and asks them. */
export async function inspectModule(
  request: InspectRequest,
  location: Pick<WorkerLocation, 'directories' | 'environmentsDir' | 'modulesDir'>,
  hostEnv: Readonly<Record<string, string | undefined>>,
): Promise<InspectedModule> {
  if (request.file.endsWith('.py')) return inspectPython(request, location, hostEnv);
  const ready = await readyModule(request.file, location.modulesDir);
  const entry = import.meta.resolve('@helve/worker/host');
  const command = [
    request.execPath ?? process.execPath,
    '--input-type=module',
    '--eval',
    inspectScript,
    entry,
    JSON.stringify({ ...request, file: ready }),
  ] as const;
  const { file, cwd = dirname(file) } = request;
  return askModule<InspectedModule>({ file, command: [...command], cwd }, location, hostEnv);
}
