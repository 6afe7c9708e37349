import { dirname } from 'node:path';
import { assertTool, isPlainObject } from '@helve/core';
import {
  ADAPTER_FORMAT,
  CapabilityManager,
  checkManifest,
  compareFacts,
  driftedKinds,
  driftNames,
  manifestFacts,
  toManifest,
  toolsFromCapability,
  type CapabilityManifest,
  type Manifest,
} from '@helve/worker/host';
import { prepareEnvironment } from './environment/prepare-python.js';
import { moduleName, type CapabilityUnit } from './find-unit.js';
import { inspectModule, type InspectedModule } from './inspect-module.js';
import { readyModule } from './ready-module.js';
import { problem, warning, type WorkerFinding } from './worker-finding.js';
import type { WorkerLocation } from './worker-location.js';

/** Everything that is wrong or unwise about a unit: its manifest, its class, and whether they agree. */
export async function checkUnit(
  unit: CapabilityUnit,
  location: WorkerLocation,
  hostEnv: Readonly<Record<string, string | undefined>>,
): Promise<readonly WorkerFinding[]> {
  const { manifest } = unit;
  const issues = manifest === undefined ? [] : checkManifest(manifest);
  const schemaProblems = issues.map(({ pointer, message }) => problem(pointer === '' ? 'manifest' : pointer, message));
  if (schemaProblems.length > 0) return schemaProblems;
  const checked = manifest === undefined ? undefined : toManifest(manifest);
  if (unit.moduleFile === undefined) {
    return checked === undefined
      ? []
      : [...checkSchema(checked), ...checkTools(checked), ...(await checkProgram(unit, checked, location, hostEnv))];
  }
  const inspected = await tryInspect(unit, unit.moduleFile, checked, location, hostEnv);
  if ('problem' in inspected) return [inspected.problem];
  return [
    ...inspected.findings,
    ...(inspected.capability ? [...checkSchema(inspected.capability), ...checkTools(inspected.capability)] : []),
    ...checkIdentity(checked, inspected),
    ...checkDrift(checked, inspected),
  ];
}

/** Starts the program of a manifest without a module, as a load would, and ends it. */
async function checkProgram(
  { manifestFile }: CapabilityUnit,
  manifest: Manifest,
  { directories, environmentsDir, modulesDir }: WorkerLocation,
  hostEnv: Readonly<Record<string, string | undefined>>,
): Promise<readonly WorkerFinding[]> {
  if (manifest.format === ADAPTER_FORMAT) return [];
  const manager = new CapabilityManager({
    directories,
    hostEnv,
    modules: (file) => readyModule(file, modulesDir),
    environments: (found) => prepareEnvironment(found, { folder: environmentsDir, env: hostEnv, say: () => undefined }),
  });
  try {
    const found = { manifest, path: manifestFile, directory: dirname(manifestFile) };
    const { version, capability } = await manager.load(found, { persist: false, missingEnv: 'report' });
    return compareIdentity(manifest, { name: capability, version });
  } catch (error) {
    return [problem('program', error instanceof Error ? error.message : String(error))];
  } finally {
    await manager.close();
  }
}

function checkIdentity(recorded: Manifest | undefined, { capability }: InspectedModule): readonly WorkerFinding[] {
  if (recorded === undefined || recorded.format === ADAPTER_FORMAT || capability === undefined) return [];
  return compareIdentity(recorded, capability.code);
}

/** The name and the version stand in the manifest and in the class: whoever loads it counts on both being the same. */
function compareIdentity(
  { code }: CapabilityManifest,
  live: { readonly name: string; readonly version: string },
): readonly WorkerFinding[] {
  const remedy = 'write it anew with `helve worker manifest`';
  return [
    ...(code.name === live.name
      ? []
      : [problem('name', `the manifest says "${code.name}", the class "${live.name}"; ${remedy}`)]),
    ...(code.version === live.version
      ? []
      : [warning('version', `the manifest says ${code.version}, the class ${live.version}; ${remedy}`)]),
  ];
}

async function tryInspect(
  unit: CapabilityUnit,
  file: string,
  manifest: Manifest | undefined,
  location: WorkerLocation,
  hostEnv: Readonly<Record<string, string | undefined>>,
): Promise<InspectedModule | { readonly problem: WorkerFinding }> {
  const code = manifest !== undefined && 'code' in manifest ? manifest.code : undefined;
  const install =
    manifest !== undefined && 'code' in manifest ? { ...manifest.install, ...manifest.overrides?.install } : {};
  const request = {
    file,
    module: moduleName(unit.manifestFile, file),
    export: code?.export,
    description: code?.description ?? 'not described yet',
    execPath: install.execPath,
    environment: manifest !== undefined && 'environment' in manifest ? manifest.environment : undefined,
  };
  try {
    return await inspectModule(request, location, hostEnv);
  } catch (error) {
    return { problem: problem('class', error instanceof Error ? error.message : String(error)) };
  }
}

/** A field with one choice cannot be chosen. */
function checkSchema(manifest: Manifest): readonly WorkerFinding[] {
  if (manifest.format === ADAPTER_FORMAT) return [];
  const fields = Object.entries(manifest.code.configSchema?.properties ?? {});
  return fields.flatMap(([name, schema]) =>
    isPlainObject(schema) && Array.isArray(schema['enum']) && schema['enum'].length === 1
      ? [warning(`config ${name}`, 'it has one choice only; a plain default says the same')]
      : [],
  );
}

/** Actions that cannot be tools: a project leaves out the whole capability. */
function checkTools(manifest: Manifest): readonly WorkerFinding[] {
  if (manifest.format === ADAPTER_FORMAT) return [];
  try {
    for (const tool of toolsFromCapability(manifest, { manager: new CapabilityManager() })) assertTool(tool);
    return [];
  } catch (error) {
    return [problem('tools', error instanceof Error ? error.message : String(error))];
  }
}

function checkDrift(recorded: Manifest | undefined, { capability }: InspectedModule): readonly WorkerFinding[] {
  if (recorded === undefined || recorded.format === ADAPTER_FORMAT || capability === undefined) return [];
  // The version has a finding of its own.
  const kinds = driftedKinds(
    compareFacts(manifestFacts(recorded), { ...manifestFacts(capability), version: undefined }),
  );
  return kinds.map((kind) => {
    const name = driftNames[kind];
    const what = name.endsWith('s') ? 'they differ from the recorded ones' : 'it differs from the recorded one';
    return warning(name, `${what}; write it anew with \`helve worker manifest\``);
  });
}
