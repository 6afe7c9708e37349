import {
  checkJsonSchema,
  type CompiledSchema,
  compileJsonSchema,
  isPlainObject,
  type Issue,
  pointerTo,
} from '@helve/core';
import { checkWorkerEnv } from '../env/check-worker-env.js';
import { isHostOwned } from '../env/host-owned.js';
import { hasModule, type CapabilityManifest, type ManifestCode } from './manifest.js';
import { manifestSchemas } from './manifest-schema.js';

const compiled = new Map<string, CompiledSchema>();

/** Finds all problems of a manifest, with JSON pointers; starts and imports nothing. */
export function checkManifest(value: unknown): readonly Issue[] {
  const format = isPlainObject(value) ? value['format'] : undefined;
  const known = Object.keys(manifestSchemas);
  if (typeof format !== 'string' || !known.includes(format)) {
    const message = `is ${JSON.stringify(format) ?? 'missing'}, which is not a manifest format`;
    return [{ pointer: '/format', keyword: 'enum', message, allowed: known }];
  }
  const shape = compiledSchema(format).check(value);
  if (!shape.ok) return shape.issues;
  return isCapability(value) ? checkCapability(value) : [];
}

function compiledSchema(format: string): CompiledSchema {
  const known = compiled.get(format);
  if (known !== undefined) return known;
  const schema = compileJsonSchema(manifestSchemas[format] ?? false);
  compiled.set(format, schema);
  return schema;
}

/** Narrows a value that has passed the schema of its format. */
function isCapability(value: unknown): value is CapabilityManifest {
  return isPlainObject(value) && 'code' in value;
}

function checkCapability({ code, install, overrides }: CapabilityManifest): readonly Issue[] {
  const secrets = new Set((code.workerEnv ?? []).filter(({ secret }) => secret === true).map(({ name }) => name));
  return [
    ...checkRuntime(code),
    ...checkDeclaredEnv(code),
    ...checkSchema(code),
    ...checkEnvVars(install?.envVars ?? {}, '/install/envVars', secrets),
    ...checkEnvVars(overrides?.install?.envVars ?? {}, '/overrides/install/envVars', secrets),
  ];
}

function checkRuntime({ runtime, module, export: name, command }: ManifestCode): readonly Issue[] {
  if (hasModule(runtime)) {
    return [
      ...(module === undefined ? [issue('/code/module', `a capability of runtime "${runtime}" needs a module`)] : []),
      ...(command === undefined ? [] : [issue('/code/command', `runtime "${runtime}" has a module, no command`)]),
    ];
  }
  return [
    ...(command === undefined ? [issue('/code/command', `a capability of runtime "${runtime}" needs a command`)] : []),
    ...(module === undefined ? [] : [issue('/code/module', `runtime "${runtime}" has a command, no module`)]),
    ...(name === undefined ? [] : [issue('/code/export', `runtime "${runtime}" has a command, no export`)]),
  ];
}

function checkDeclaredEnv({ workerEnv = [] }: ManifestCode): readonly Issue[] {
  return checkWorkerEnv(workerEnv).map(({ index, name, rule, message }) => ({
    pointer: `/code/workerEnv/${index}`,
    keyword: rule,
    message: `"${name}": ${message}`,
  }));
}

function checkSchema({ configSchema }: ManifestCode): readonly Issue[] {
  if (configSchema === undefined) return [];
  return checkJsonSchema(configSchema).map((found) => ({ ...found, pointer: `/code/configSchema${found.pointer}` }));
}

function checkEnvVars(
  envVars: { readonly [name: string]: string },
  pointer: string,
  secrets: ReadonlySet<string>,
): readonly Issue[] {
  return Object.keys(envVars).flatMap((name) => {
    const at = pointerTo(pointer, name);
    if (isHostOwned(name)) return [issue(at, 'belongs to the host')];
    return secrets.has(name) ? [issue(at, 'is a secret, and no manifest may hold one')] : [];
  });
}

function issue(pointer: string, message: string): Issue {
  return { pointer, keyword: 'manifest', message };
}
