import { isPlainObject, sensitiveKeys, type JsonObject, type JsonSchemaObject } from '@helve/core';
import type { WorkerConfig, WorkerEnv, WorkerLogQuery, WorkerRow, Workers as WorkersPort } from '@helve/gateway';
import type { CapabilityFile, InstanceInfo } from '@helve/worker/host';
import type { Project } from '../open-project.js';
import type { HostRequest, HostVerbs, WorkerConfigReply } from '../worker/host/host-verbs.js';
import { toWorkerLocation, type WorkerLocation } from '../worker/worker-location.js';

const mask = '[secret]';
const hiddenNames: ReadonlySet<string> = new Set(sensitiveKeys.map(plain));
const unwell: ReadonlySet<InstanceInfo['state']> = new Set(['restarting', 'crash_looping'] as const);

/** Parts of a project that its workers are reached by. */
type Workers = Pick<Project, 'config' | 'configFile' | 'store'> & {
  readonly workers: Pick<Project['workers'], 'request'>;
};

const quiet = { signal: new AbortController().signal, tell: () => undefined };

/** Creates the port to the workers of a project, in this process or another one. An id is that of an instance, or the name of a capability. */
export function createWorkerPort(project: Workers): WorkersPort {
  const location = toWorkerLocation(project.configFile, project.config, project.store);
  const known = async () => {
    const { discoverManifests } = await import('@helve/worker/host');
    return (await discoverManifests(location.searchPaths)).capabilities;
  };
  const rows = async (): Promise<readonly WorkerRow[]> => {
    const [ask, capabilities] = await Promise.all([project.workers.request(), known()]);
    const instances = await ask('ps', {}, quiet);
    const absent = capabilities.filter(({ manifest }) => !instances.some(({ id }) => id === manifest.code.name));
    return [...instances.map((info) => toRow(info, capabilities)), ...absent.map(toAbsent)];
  };
  const get = async (id: string) => (await rows()).find((row) => row.id === id);
  /** Does something to a worker that is there, loaded or not; its refusal is for whoever asked. */
  const at = async <T>(id: string, work: (ask: HostRequest) => Promise<T>): Promise<T | undefined> => {
    const row = await get(id);
    if (row === undefined) return undefined;
    const ask = await project.workers.request();
    return asToolError(() => work(ask));
  };
  const loadedAt = <T>(id: string, work: (ask: HostRequest) => Promise<T>) =>
    at(id, async (ask) => {
      const isLoaded = (await ask('ps', {}, quiet)).some((info) => info.id === id);
      if (!isLoaded) await ask('load', { id, prefetch: false }, quiet);
      return work(ask);
    });
  const configure = (id: string, patch: JsonObject) =>
    loadedAt(id, async (ask) => toConfig(await ask('config', { id, set: [], unset: [], options: true, patch }, quiet)));
  const jobsOf = async (ask: HostRequest, id: string) =>
    (await ask('jobs', {}, quiet)).filter(({ instanceId }) => instanceId === id);
  return Object.freeze({
    list: rows,
    get,
    config: (id) => configure(id, {}),
    // A mask that comes back means that the secret stays.
    configure: (id, patch) =>
      configure(id, Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== mask))),
    env: (id) => at(id, async (ask) => toEnv(await ask('env', { id }, quiet))),
    reload: async (id) => {
      await loadedAt(id, (ask) => ask('reload', { id }, quiet));
      return get(id);
    },
    enable: async (id, enabled) => {
      await loadedAt(id, (ask) => ask('switch', { id, enabled }, quiet));
      return get(id);
    },
    jobs: (id) =>
      at(id, async (ask) =>
        (await jobsOf(ask, id)).map(({ id: job, target, status, ageMs, blockReason }) => ({
          id: job,
          target,
          status,
          ageMs: Math.round(ageMs),
          blockReason,
        })),
      ),
    cancel: (id, job) =>
      at(id, async (ask) => {
        const isThere = (await jobsOf(ask, id)).some((one) => one.id === job);
        return isThere ? ask('cancel', { job }, quiet) : undefined;
      }),
    logs: async (id, query) => ((await get(id)) === undefined ? undefined : readLog(location, id, query)),
  } satisfies WorkersPort);
}

async function readLog({ store }: WorkerLocation, instanceId: string, { level, limit }: WorkerLogQuery) {
  const { diagnosticLevels } = await import('@helve/worker/host');
  const { diagnostics } = await store.open();
  const minLevel = diagnosticLevels.find((known) => known === level);
  const lines = await diagnostics.read({ instanceId, last: limit, ...(minLevel && { minLevel }) });
  return lines.map(({ atMs, level: of, source, message, callId }) => ({
    time: new Date(atMs).toISOString(),
    level: of,
    source,
    message,
    ...(callId !== undefined && { callId }),
  }));
}

function toConfig({ schema, config, options, problem }: WorkerConfigReply): WorkerConfig {
  const fields = Object.entries(options);
  return {
    schema: withoutSecrets(schema),
    values: masked(config as JsonObject, schema),
    options: Object.fromEntries(
      fields.map(([field, offered]) => [
        field,
        offered.options.map(({ value, label, metadata }) => ({
          value,
          label,
          ...(metadata !== undefined && { metadata }),
        })),
      ]),
    ),
    constraints: Object.fromEntries(fields.map(([field, { constraints = {} }]) => [field, constraints])),
    ...(problem === undefined ? {} : { problem }),
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
  const { id, capability, version, state, enabled, inFlight, queued, restarts, actions, calls, workers } = info;
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
    calls,
    workers,
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
    calls: { completed: 0, failed: 0 },
    workers: [],
    actions: actions.map((action) => action.name),
    problems: [],
  };
}

function toEnv(report: HostVerbs['env']['answer']): WorkerEnv {
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
