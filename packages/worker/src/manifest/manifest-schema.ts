import type { JsonSchemaObject } from '@helve/core';
import { ADAPTER_FORMAT, CAPABILITY_FORMAT, runtimes } from './manifest.js';

const text = { type: 'string' } as const;
const someText = { type: 'string', minLength: 1 } as const;
const flag = { type: 'boolean' } as const;
const texts = { type: 'array', items: text } as const;
const hash = { type: 'string', pattern: '^sha256:[0-9a-f]{64}$' } as const;
const time = { type: 'string', format: 'date-time' } as const;
/** Any object, for schemas and other data that are not validated here. */
const anyObject = { type: 'object' } as const;

/** Returns the schema of an object with these properties and no others. */
function closed(properties: Record<string, JsonSchemaObject>, required: readonly string[] = []): JsonSchemaObject {
  return { type: 'object', properties, required, additionalProperties: false };
}

function listSchema(items: JsonSchemaObject): JsonSchemaObject {
  return { type: 'array', items };
}

const streams = { enum: ['list', 'last'] } as const;
const envVars = { type: 'object', additionalProperties: text } as const;
const resources = closed({ requiresGpu: flag, platforms: texts, accelerators: texts });

const surfaceMethod = closed(
  {
    name: someText,
    signature: text,
    params: texts,
    named: texts,
    static: { const: true },
    paramsReliable: { const: false },
    input: anyObject,
    output: anyObject,
    streams,
  },
  ['name', 'signature', 'params'],
);

const structuralSurface = closed(
  {
    methods: listSchema(surfaceMethod),
    properties: texts,
    attributes: listSchema(closed({ name: someText, type: text }, ['name', 'type'])),
    base: texts,
  },
  ['methods', 'properties', 'attributes'],
);

const action = closed(
  {
    name: someText,
    description: text,
    input: anyObject,
    output: anyObject,
    policy: anyObject,
    annotations: anyObject,
    streams,
  },
  ['name'],
);

/** Schemas of what a live worker tells of itself; one of a later version may tell more. */
export const toldSchemas = {
  surface: { ...structuralSurface, additionalProperties: true },
  declarations: {
    type: 'object',
    properties: {
      actions: listSchema({ ...action, additionalProperties: true }),
      workerEnv: listSchema({ type: 'object', properties: { name: someText }, required: ['name'] }),
      tasks: { type: 'object', additionalProperties: listSchema({ ...surfaceMethod, additionalProperties: true }) },
    },
    required: ['actions', 'workerEnv', 'tasks'],
  },
  configSchema: anyObject,
} as const satisfies Readonly<Record<string, JsonSchemaObject>>;

const code = closed(
  {
    name: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,64}$' },
    version: someText,
    description: someText,
    runtime: { enum: runtimes },
    module: someText,
    export: someText,
    command: { type: 'array', items: text, minItems: 1 },
    resources,
    configSchema: anyObject,
    // Variables are checked where they are declared.
    workerEnv: { type: 'array' },
    structuralSurface,
    types: anyObject,
    actions: listSchema(action),
  },
  ['name', 'version', 'description', 'runtime'],
);

const protocolMethod = closed({ name: someText, params: texts, named: texts, input: anyObject, output: anyObject }, [
  'name',
]);

/** The schema of each manifest format. */
export const manifestSchemas: { readonly [format: string]: JsonSchemaObject } = {
  [CAPABILITY_FORMAT]: closed(
    {
      format: { const: CAPABILITY_FORMAT },
      code,
      environment: closed({
        python: {
          ...closed({ requirements: someText, wheelhouse: someText, uv: someText, venv: someText }),
          oneOf: ['requirements', 'uv', 'venv'].map((kind) => ({ required: [kind] })),
        },
      }),
      witness: closed({ configSchemaHash: hash, ownSurfaceHash: hash, baseSurfaceHash: hash }),
      install: closed({
        execPath: someText,
        cwd: someText,
        envVars,
        installedAt: time,
        refreshedAt: time,
        installerVersion: text,
        packageSource: text,
      }),
      overrides: closed({ install: closed({ execPath: someText, cwd: someText, envVars }), resources }),
    },
    ['format', 'code'],
  ),
  [ADAPTER_FORMAT]: closed(
    {
      format: { const: ADAPTER_FORMAT },
      name: { type: 'string', pattern: '^.+#.+$' },
      version: someText,
      taskName: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,64}$' },
      module: someText,
      export: someText,
      protocolName: text,
      protocolMembers: closed({ methods: listSchema(protocolMethod), properties: texts }, ['methods', 'properties']),
      methods: listSchema(surfaceMethod),
      generatedAt: time,
    },
    ['format', 'name', 'version', 'taskName', 'module', 'export', 'protocolMembers'],
  ),
};
