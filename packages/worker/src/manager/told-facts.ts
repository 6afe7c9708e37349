import { checkJsonSchema, compileJsonSchema, type CompiledSchema, type JsonSchemaObject } from '@helve/core';
import { WorkerProtocolError } from '../error/fatal-errors.js';
import { toldSchemas } from '../manifest/manifest-schema.js';
import type { RemoteCapabilityProxy } from '../proxy/remote-capability-proxy.js';
import type { Declarations } from '../runner/declarations.js';
import type { StructuralSurface } from '../surface/structural-surface.js';

const compiled = new Map<JsonSchemaObject, CompiledSchema>();

/** Asks a worker for its declarations; undefined when it tells none. */
export async function askDeclarations(proxy: RemoteCapabilityProxy): Promise<Declarations | undefined> {
  const told = await proxy.declarations();
  return isTold<Declarations>(told, toldSchemas.declarations, 'declarations', proxy) ? told : undefined;
}

/** Asks a worker for its surface; undefined when it tells none. */
export async function askSurface(proxy: RemoteCapabilityProxy): Promise<StructuralSurface | undefined> {
  const told = await proxy.structuralSurface();
  return isTold<StructuralSurface>(told, toldSchemas.surface, 'surface', proxy) ? told : undefined;
}

/** Asks a worker for the schema of its configuration. */
export async function askConfigSchema(proxy: RemoteCapabilityProxy): Promise<JsonSchemaObject> {
  const told: unknown = await proxy.getConfigSchema();
  if (!isTold<JsonSchemaObject>(told, toldSchemas.configSchema, 'config schema', proxy)) return {};
  const [finding] = checkJsonSchema(told);
  if (finding === undefined) return told;
  throw misfit('config schema', `${finding.pointer} ${finding.message}`, proxy);
}

/** False for nothing; anything but what a manifest could hold is a fault of the worker. */
function isTold<T>(told: unknown, schema: JsonSchemaObject, what: string, proxy: RemoteCapabilityProxy): told is T {
  if (told === undefined || told === null) return false;
  const check = compiled.get(schema) ?? compileJsonSchema(schema);
  compiled.set(schema, check);
  const verdict = check.check(told);
  if (verdict.ok) return true;
  const [{ pointer, message } = { pointer: '', message: 'is not one' }] = verdict.issues;
  throw misfit(what, `${pointer} ${message}`, proxy);
}

function misfit(what: string, problem: string, { name }: RemoteCapabilityProxy): WorkerProtocolError {
  const reason = `what it tells as its ${what} is none: ${problem.trim()}`;
  return new WorkerProtocolError(`Cannot load "${name}": ${reason}`, { capabilityName: name, reason });
}
