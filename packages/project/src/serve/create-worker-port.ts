import { isPlainObject, sensitiveKeys, type JsonObject, type JsonSchemaObject } from '@helve/core';
import type { WorkerConfig, WorkerEnv, WorkerRow, Workers as WorkersPort } from '@helve/gateway';
import type { CapabilityFile, InstanceInfo } from '@helve/worker/host';
import type { WorkerHost } from '../worker/open-worker-host.js';

const mask = '[secret]';
const hiddenNames: ReadonlySet<string> = new Set(sensitiveKeys.map(plain));
const unwell: ReadonlySet<InstanceInfo['state']> = new Set(['restarting', 'crash_looping'] as const);

/** Creates the port to the workers of this process. An id is that of an instance, or the name of a capability. */
export function createWorkerPort(open: () => Promise<WorkerHost>): WorkersPort {
  const known = async () => {
    const workers = await open();
    const { capabilities } = await workers.discover();
    return { workers, capabilities };
  };
  const loaded = async (id: string): Promise<WorkerHost | undefined> => {
    const { workers, capabilities } = await known();
    if (workers.manager.has(id)) return workers;
    if (!capabilities.some(({ manifest }) => manifest.code.name === id)) return undefined;
    await asToolError(() => workers.load(id));
    return workers;
  };
  const list = async () => {
    const { workers, capabilities } = await known();
    const instances = workers.manager.instances();
    const absent = capabilities.filter(({ manifest }) => !instances.some(({ id }) => id === manifest.code.name));
    return [...instances.map((info) => toRow(info, capabilities)), ...absent.map(toAbsent)];
  };
  return Object.freeze({
    list,
    get: async (id) => (await list()).find((row) => row.id === id),
    config: async (id) => {
      const workers = await loaded(id);
      return workers && readConfig(id, workers);
    },
    configure: async (id, patch) => {
      const workers = await loaded(id);
      if (workers === undefined) return undefined;
      // A mask that comes back means that the secret stays.
      const changes = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== mask));
      await asToolError(() => workers.manager.update(id, changes));
      return readConfig(id, workers);
    },
    env: async (id) => {
      const { workers, capabilities } = await known();
      const isKnown = workers.manager.has(id) || capabilities.some(({ manifest }) => manifest.code.name === id);
      return isKnown ? toEnv(await workers.manager.envReport(id)) : undefined;
    },
  } satisfies WorkersPort);
}

async function readConfig(id: string, { manager }: WorkerHost): Promise<WorkerConfig> {
  const { schema, config } = manager.instance(id);
  const { options, error } = await manager.configOptions(id);
  return {
    schema: withoutSecrets(schema),
    values: masked(config, schema),
    options: Object.fromEntries(
      Object.entries(options).map(([field, offered]) => [
        field,
        offered.options.map(({ value, label }) => ({ value, label })),
      ]),
    ),
    ...(error === undefined ? {} : { problem: error.message }),
  };
}

/** Values of secret fields as a mask. */
function masked(config: JsonObject, { properties = {} }: JsonSchemaObject): JsonObject {
  return Object.fromEntries(
    Object.entries(config).map(([key, value]) => {
      const hasValue = value !== null && value !== '';
      return [key, hasValue && isSecret(key, properties[key]) ? mask : value];
    }),
  );
}

/** Removes the defaults of secret fields from a schema. */
function withoutSecrets(schema: JsonSchemaObject): JsonSchemaObject {
  if (schema.properties === undefined) return schema;
  const shown = Object.entries(schema.properties).map(([key, field]) => {
    if (typeof field === 'boolean' || !isSecret(key, field)) return [key, field] as const;
    const { default: _, examples: _too, const: _three, enum: _four, ...rest } = field;
    return [key, rest] as const;
  });
  return { ...schema, properties: Object.fromEntries(shown) };
}

/** Marked as secret by the schema, or named like one. */
function isSecret(key: string, field: unknown): boolean {
  const marked = isPlainObject(field) && (field['writeOnly'] === true || field['format'] === 'password');
  return marked || hiddenNames.has(plain(key));
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

function toRow(info: InstanceInfo, capabilities: readonly CapabilityFile[]): WorkerRow {
  const { id, capability, version, state, enabled, inFlight, queued, restarts, actions } = info;
  const found = capabilities.find(({ manifest }) => manifest.code.name === capability);
  const problems = [
    ...info.adapterFailures.map(({ reason }) => reason),
    ...(info.envStale ? ['Its environment changed since it started'] : []),
  ];
  return {
    id,
    capability,
    version,
    description: found?.manifest.code.description ?? '',
    state,
    enabled,
    healthy: enabled && !unwell.has(state),
    inFlight,
    queued,
    restarts,
    actions,
    problems,
  };
}

/** Nobody has asked for it yet. */
function toAbsent({ manifest: { code } }: CapabilityFile): WorkerRow {
  const { name, version, description, actions = [] } = code;
  return {
    id: name,
    capability: name,
    version,
    description,
    state: 'absent',
    enabled: true,
    healthy: true,
    inFlight: 0,
    queued: 0,
    restarts: 0,
    actions: actions.map((action) => action.name),
    problems: [],
  };
}

function toEnv(report: Awaited<ReturnType<WorkerHost['manager']['envReport']>>): WorkerEnv {
  const { variables, missing, problems } = report;
  return {
    variables: variables.map(
      ({ name, label, description, value, masked: hidden, secret, required, satisfied, source, error }) => ({
        name,
        label,
        description,
        value: value ?? hidden,
        secret,
        required,
        satisfied,
        source: source ?? undefined,
        ...(error === undefined ? {} : { problem: error }),
      }),
    ),
    missing,
    problems: problems.map(({ name, message }) => `${name}: ${message}`),
  };
}

/** Passes the refusal of a worker on to the caller, with the fields that it names. */
async function asToolError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    const { fromWorkerError } = await import('@helve/worker/host');
    throw fromWorkerError(thrown);
  }
}
