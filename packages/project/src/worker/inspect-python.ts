import { basename, dirname } from 'node:path';
import { CapabilityDefinitionError } from '@helve/worker';
import {
  ADAPTER_FORMAT,
  createManifest,
  findPython,
  pythonCommand,
  toManifest,
  type AdapterManifest,
  type CapabilityFacts,
  type CapabilityManifest,
} from '@helve/worker/host';
import { askModule } from './ask-module.js';
import { preparePython } from './environment/prepare-python.js';
import type { InspectedModule, InspectRequest } from './inspect-module.js';
import type { WorkerFinding } from './worker-finding.js';
import type { WorkerLocation } from './worker-location.js';

/** Description of a module by the Python package. */
interface PythonAnswer {
  readonly capability?: Omit<CapabilityFacts, 'runtime' | 'module' | 'description'> & {
    readonly description: string | null;
  };
  readonly adapters: readonly Pick<
    AdapterManifest,
    'export' | 'taskName' | 'version' | 'protocolMembers' | 'methods'
  >[];
  readonly findings?: readonly WorkerFinding[];
}

/** Imports a module with the Python that would run it. */
export async function inspectPython(
  request: InspectRequest,
  location: Pick<WorkerLocation, 'directories' | 'environmentsDir'>,
  hostEnv: Readonly<Record<string, string | undefined>>,
): Promise<InspectedModule> {
  const { file, module, export: name } = request;
  const python = request.execPath ?? (await findInterpreter(request, location, hostEnv));
  const command = pythonCommand(python, 'describe', JSON.stringify({ file, export: name }));
  const cwd = request.cwd ?? dirname(file);
  const {
    capability,
    adapters,
    findings = [],
  } = await askModule<PythonAnswer>({ file, command: [...command], cwd }, location, hostEnv);
  return {
    ...(capability && { capability: toCapability(capability, request) }),
    adapters: adapters.map((adapter) => toAdapter(adapter, module)),
    findings,
  };
}

async function findInterpreter(
  { file, environment }: InspectRequest,
  { environmentsDir }: Pick<WorkerLocation, 'environmentsDir'>,
  env: Readonly<Record<string, string | undefined>>,
): Promise<string> {
  const directory = dirname(file);
  if (environment?.python === undefined) return findPython(directory);
  const name = basename(directory);
  return preparePython(
    { name, directory, python: environment.python },
    { folder: environmentsDir, env, say: () => undefined },
  );
}

function toCapability(facts: NonNullable<PythonAnswer['capability']>, request: InspectRequest): CapabilityManifest {
  const { name, version, ...rest } = facts;
  const description = describe(facts, request);
  return createManifest({ name, version, ...rest, description, runtime: 'python', module: request.module });
}

function describe({ name, description }: NonNullable<PythonAnswer['capability']>, request: InspectRequest): string {
  const text = description ?? request.description;
  if (text !== undefined && text !== '') return text;
  const details = `"${name}" says nothing about itself; give its class a docstring`;
  throw new CapabilityDefinitionError(`Cannot write the manifest: ${details}`, { details });
}

function toAdapter(adapter: PythonAnswer['adapters'][number], module: string): AdapterManifest {
  const name = `${module}#${adapter.export}`;
  const manifest = { format: ADAPTER_FORMAT, name, module, ...adapter };
  return toManifest(JSON.parse(JSON.stringify(manifest)), `the manifest of adapter "${name}"`) as AdapterManifest;
}
