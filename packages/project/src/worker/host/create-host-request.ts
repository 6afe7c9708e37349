import { isPlainObject, type Json, type JsonSchemaObject } from '@helve/core';
import { CapabilityConfigError, CapabilityInputError } from '@helve/worker';
import { checkRequest, toPlainData, type CallFacts, type CapabilityCallOptions } from '@helve/worker/host';
import { toRequest } from '../to-request.js';
import type { WorkerHost } from '../open-worker-host.js';
import type {
  HostRequest,
  WorkerCallRequest,
  WorkerConfigReply,
  WorkerConfigRequest,
  HostVerb,
  HostVerbs,
  HostListener,
} from './host-verbs.js';
import { OpenStreams } from './open-streams.js';

type Handlers = {
  readonly [V in HostVerb]: (request: HostVerbs[V]['given'], talk: HostListener) => Promise<HostVerbs[V]['answer']>;
};

/** Answers what a host of workers is asked, with the workers of this process. */
export function createHostRequest(workers: WorkerHost): HostRequest {
  const handlers = createHandlers(workers, new OpenStreams());
  return (verb, request, talk) => handlers[verb](request, talk);
}

function createHandlers(workers: WorkerHost, streams: OpenStreams): Handlers {
  const { manager, queue } = workers;
  return {
    ps: async () => manager.instances(),
    jobs: async () => [...queue.jobs(), ...streams.list()],
    load: async ({ id, as, prefetch }) => {
      // Capabilities that were added since the host began are found, too.
      await workers.discover();
      const loaded = await workers.load(as ?? id, {}, as === undefined ? undefined : id);
      if (prefetch) await manager.prefetch(loaded.id);
      return loaded;
    },
    unload: async ({ id }) => {
      await manager.unload(id);
      return { id };
    },
    reload: ({ id }) => manager.reload(id),
    prefetch: async ({ id }) => {
      await manager.prefetch(id);
      return { id };
    },
    switch: async ({ id, enabled }) => {
      if (!manager.has(id)) return { id, loaded: false, changed: false };
      const changed = manager.instance(id).enabled !== enabled;
      await (enabled ? manager.enable(id) : manager.disable(id));
      return { id, loaded: true, changed };
    },
    config: (request) => configure(workers, request),
    env: async ({ id }) => {
      const { variables, missing, problems } = await manager.envReport(id);
      return { variables, missing, problems };
    },
    call: (request, talk) => call(workers, request, talk),
    stream: async (body, { signal, tell }) => {
      const request = await prepareRequest(workers, body);
      const pieces = await streams.run({ instanceId: body.id, target: body.target }, signal, (callId, stop) =>
        drain(manager.stream(body.id, request, { ...toCallOptions(body, { signal: stop, tell }), callId }), tell),
      );
      return { pieces };
    },
    cancel: async ({ job }) => ({ job, status: await cancel(workers, streams, job) }),
    refresh: async ({ id, capability }) => {
      const concerned = manager.instances().filter((one) => one.id === id || one.capability === capability);
      await Promise.all(concerned.map((one) => manager.reload(one.id)));
      return { reloaded: concerned.map((one) => one.id) };
    },
  };
}

async function call(
  workers: WorkerHost,
  body: WorkerCallRequest,
  talk: HostListener,
): Promise<HostVerbs['call']['answer']> {
  const request = await prepareRequest(workers, body);
  let facts: CallFacts | undefined;
  if (body.direct === true)
    return { data: (await workers.manager.call(body.id, request, toCallOptions(body, talk))) ?? null };
  const { streams } = body;
  const onValue = async (value: unknown) => talk.tell({ piece: await toPlainData(value) });
  const options = {
    ...toCallOptions(body, talk),
    onEnd: (ended: CallFacts) => void (facts = ended),
    ...(streams && { stream: { streams, onValue } }),
  };
  const job = await workers.queue.submit({ instanceId: body.id, ...request }, options);
  try {
    return { data: await toPlainData((await job.result) ?? null), ...facts };
  } finally {
    if (body.log) await tellLines(workers, job.id, talk);
  }
}

async function tellLines({ manager }: WorkerHost, callId: string, { tell }: HostListener): Promise<void> {
  for (const { level, message } of await manager.diagnostics({ callId })) await tell({ line: { level, message } });
}

/** An instance that is not loaded yet is loaded for its first call. */
async function prepareRequest(workers: WorkerHost, { id, target, value, known, direct }: WorkerCallRequest) {
  const { manager, load } = workers;
  if (known !== undefined && known !== (await workers.known(id))) throw stale(id);
  const offer = manager.has(id) ? manager.instance(id).info() : await load(id);
  // What a flow asks for has a dot in its name, and is no method of a task.
  if (direct === true) return toRequest(target, value, { ...offer, actions: [target] });
  const request = toRequest(target, value, offer);
  // A tool has been checked by whoever calls it.
  return known === undefined ? checkRequest(manager.instance(id), request) : request;
}

function stale(id: string): CapabilityConfigError {
  const state = 'the host that runs for this project was started with another manifest or other settings of it';
  return new CapabilityConfigError(`Cannot call "${id}": ${state}; restart that host`, { capabilityName: id });
}

function toCallOptions(
  { idempotent, actor, timeoutMs }: WorkerCallRequest,
  { signal, tell }: HostListener,
): CapabilityCallOptions {
  return {
    signal,
    idempotent,
    actor,
    onProgress: (progress) => void tell({ progress }),
    ...(timeoutMs === undefined ? {} : { timeouts: { totalMs: timeoutMs } }),
  };
}

async function drain(stream: AsyncIterable<unknown>, tell: HostListener['tell']): Promise<number> {
  let pieces = 0;
  for await (const piece of stream) {
    pieces += 1;
    await tell({ piece: await toPlainData(piece) });
  }
  return pieces;
}

async function cancel({ queue }: WorkerHost, streams: OpenStreams, id: string) {
  const reason = 'cancelled by an operator';
  const stream = streams.cancel(id, reason);
  if (stream !== undefined) return stream;
  const job = queue.job(id);
  if (job === undefined) {
    throw new CapabilityInputError(`Cannot cancel "${id}": there is no such job`, { fieldsInvalid: ['job'] });
  }
  queue.cancel(id, reason);
  await job.result.catch(() => undefined);
  return queue.job(id)?.status ?? job.status;
}

async function configure(
  workers: WorkerHost,
  { id, set, unset, options, patch: whole = {} }: WorkerConfigRequest,
): Promise<WorkerConfigReply> {
  const { manager, load, untilAborted } = workers;
  if (!manager.has(id)) await load(id);
  const { schema } = manager.instance(id);
  const typed = Object.fromEntries(set.map(([key, text]) => [key, readField(text, schema, key)]));
  const patch = { ...whole, ...typed };
  const changed =
    Object.keys(patch).length + unset.length > 0 ? await untilAborted(manager.update(id, patch, { unset })) : [];
  const offered = options ? await manager.configOptions(id) : { options: {} };
  const { config } = manager.instance(id);
  const problem = 'error' in offered ? { problem: offered.error?.message ?? '' } : {};
  return { id, schema, config, changed, options: offered.options, ...problem };
}

/** A value is JSON, or plain text where it is none or the field holds text. */
function readField(text: string, schema: JsonSchemaObject, key: string): Json {
  const field: unknown = schema.properties?.[key];
  if (isPlainObject(field) && field['type'] === 'string') return text;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}
