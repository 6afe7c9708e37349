import { checkJsonSchema, compileJsonSchema, type Issue, type JsonSchemaObject } from '@helve/core';
import { WorkerProtocolError } from '../error/fatal-errors.js';
import { toldSchemas } from '../manifest/manifest-schema.js';
import type { RemoteCapabilityProxy } from '../proxy/remote-capability-proxy.js';
import type { Declarations } from '../runner/declarations.js';
import type { StructuralSurface } from '../surface/structural-surface.js';

/** Asks a worker for its declarations; undefined when it tells none. */
export async function askDeclarations(proxy: RemoteCapabilityProxy): Promise<Declarations | undefined> {
  const told = (await proxy.declarations()) ?? undefined;
  if (told === undefined || isDeclarations(told)) return told;
  throw misfit('declarations', issuesOf('declarations', told), proxy);
}

/** Asks a worker for its surface; undefined when it tells none. */
export async function askSurface(proxy: RemoteCapabilityProxy): Promise<StructuralSurface | undefined> {
  const told = (await proxy.structuralSurface()) ?? undefined;
  if (told === undefined || isSurface(told)) return told;
  throw misfit('surface', issuesOf('surface', told), proxy);
}

/** Asks a worker for the schema of its configuration; empty when it tells none. */
export async function askConfigSchema(proxy: RemoteCapabilityProxy): Promise<JsonSchemaObject> {
  const told: JsonSchemaObject | null | undefined = await proxy.getConfigSchema();
  const schema = told ?? {};
  const shape = issuesOf('configSchema', schema);
  const issues = shape.length > 0 ? shape : checkJsonSchema(schema);
  if (issues.length > 0) throw misfit('config schema', issues, proxy);
  return schema;
}

function isDeclarations(told: unknown): told is Declarations {
  return issuesOf('declarations', told).length === 0;
}

function isSurface(told: unknown): told is StructuralSurface {
  return issuesOf('surface', told).length === 0;
}

const compiled = {
  declarations: compileJsonSchema(toldSchemas.declarations),
  surface: compileJsonSchema(toldSchemas.surface),
  configSchema: compileJsonSchema(toldSchemas.configSchema),
};

function issuesOf(what: keyof typeof compiled, told: unknown): readonly Issue[] {
  const verdict = compiled[what].check(told);
  return verdict.ok ? [] : verdict.issues;
}

/** Creates the error for what no manifest could hold. */
function misfit(what: string, [first]: readonly Issue[], { name }: RemoteCapabilityProxy): WorkerProtocolError {
  const problem = `${first?.pointer ?? ''} ${first?.message ?? ''}`.trim();
  const reason = `what it tells as its ${what} is none: ${problem}`;
  return new WorkerProtocolError(`Cannot load "${name}": ${reason}`, { capabilityName: name, reason });
}
