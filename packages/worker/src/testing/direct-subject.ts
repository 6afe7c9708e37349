import { toCallEnvelope, type EnvelopeSource } from '../call/call-envelope.js';
import { CallScope } from '../call/call-scope.js';
import type { CallSink } from '../call/call-sink.js';
import type { CallOptions } from '../call/capability-calls.js';
import { runInScope } from '../call/current-call.js';
import { EnabledGate } from '../call/enabled-gate.js';
import { findCalls, type ToolCapability } from '../capability/tool-capability.js';
import { CapabilityInputError } from '../error/input-errors.js';
import { CapabilityCancelledError } from '../error/transient-errors.js';
import { fromWireError, toWireError } from '../error/wire-error.js';
import type {
  ContractCapability,
  ContractObserver,
  ContractOptions,
  ContractRequest,
  ContractSource,
  ContractSubject,
} from './contract-subject.js';

let imports = 0;

/** Runs the capability itself without a wire, each call in a scope of its own. */
export const directSubject: ContractSubject = Object.freeze({
  name: 'direct',
  seesBusyTools: false,
  load: async (source: ContractSource, options: ContractOptions = {}) => {
    const subject = await DirectCapability.load(source, options);
    await subject.lifecycle(() => subject.capability.initialize(options.config));
    return subject;
  },
});

type Constructor<T> = new (...args: unknown[]) => T;

class DirectCapability implements ContractCapability {
  readonly capability: ToolCapability;
  readonly #adapters: ReadonlyMap<string, object>;
  readonly #observer: ContractObserver;
  readonly #gate: EnabledGate;

  private constructor(capability: ToolCapability, adapters: ReadonlyMap<string, object>, observer: ContractObserver) {
    this.#adapters = adapters;
    this.#observer = observer;
    this.#gate = new EnabledGate(capability, findCalls(capability));
    findCalls(capability).connect(createSink('instance', observer));
    findCalls(capability).adapters = [...adapters.keys()];
    this.capability = this.#withLifecycle(capability);
  }

  static async load(source: ContractSource, { adapters = [], observer = {} }: ContractOptions) {
    const envelope = toCallEnvelope({ callId: 'boot' });
    const scope = new CallScope({ kind: 'boot', envelope, sink: createSink('boot', observer) });
    const made = await runInScope(scope, async () => {
      const capability = new (await importClass<ToolCapability>(source))();
      const loaded = adapters.map(async (one) => {
        const Adapter = await importClass<object>(one);
        return [String(Reflect.get(Adapter, 'taskName')), new Adapter(capability)] as const;
      });
      return { capability, adapters: new Map(await Promise.all(loaded)) };
    });
    scope.end();
    return new DirectCapability(made.capability, made.adapters, observer);
  }

  pid(): number {
    return process.pid;
  }

  async call(request: ContractRequest, envelope?: EnvelopeSource): Promise<unknown> {
    try {
      return await findCalls(this.capability).run(this.#options('task', envelope), async (scope) => {
        const result = await this.#perform(request);
        if (scope.cancelRequested) throw cancelled(scope);
        return result;
      });
    } catch (error) {
      throw fromWireError(structuredClone(toWireError(error)));
    }
  }

  stream(request: ContractRequest, envelope?: EnvelopeSource): AsyncIterable<unknown> {
    const open = () => this.#perform(request) as AsyncIterable<unknown>;
    return findCalls(this.capability).stream(this.#options('task', envelope), open);
  }

  setEnabled(enabled: boolean): Promise<void> {
    return this.#gate.set(enabled, (hook) => this.lifecycle(hook));
  }

  lifecycle<T>(hook: () => T): T {
    return findCalls(this.capability).run(this.#options('lifecycle'), hook);
  }

  async close(): Promise<void> {
    await this.lifecycle(() => this.capability.cleanup());
  }

  #perform(request: ContractRequest): unknown {
    switch (request.op) {
      case 'execute':
        if (typeof this.capability.execute !== 'function') return this.#firstOf(request.args);
        return this.capability.execute(...(request.args ?? []));
      case 'executeStream':
        return this.capability.executeStream(...(request.args ?? []));
      case 'action':
      case 'actionStream':
        return this.capability.dispatchToAction(request.action, request.named);
      case 'task':
      case 'taskStream':
        return this.#task(request.task, request.method, request.named);
    }
  }

  /** Returns the first item; a tool without `execute` fails at the first pull. */
  async #firstOf(args: readonly unknown[] = []): Promise<unknown> {
    const stream = this.capability.executeStream(...args);
    return stream[Symbol.asyncIterator]().next();
  }

  #task(task: string, method: string, named: object = {}): unknown {
    const handler: unknown = Reflect.get(this.#adapters.get(task) ?? {}, method);
    if (typeof handler === 'function') return Reflect.apply(handler, this.#adapters.get(task), [named]);
    throw new CapabilityInputError(`Cannot call "${task}.${method}": there is none`, { fieldsInvalid: ['task'] });
  }

  /** Runs lifecycle hooks in scopes of their own, as a worker does. */
  #withLifecycle(capability: ToolCapability): ToolCapability {
    for (const hook of ['initialize', 'prefetch', 'reconfigure', 'cleanup'] as const) {
      const own = capability[hook].bind(capability) as (...args: unknown[]) => unknown;
      const value = (...args: unknown[]) => this.lifecycle(() => own(...args));
      Object.defineProperty(capability, hook, { value, configurable: true });
    }
    return capability;
  }

  #options(kind: 'task' | 'lifecycle', source?: EnvelopeSource): CallOptions {
    const envelope = toCallEnvelope(source);
    return { kind, envelope, sink: createSink(envelope.callId, this.#observer) };
  }
}

async function importClass<T>({ module, export: name }: ContractSource): Promise<Constructor<T>> {
  // Each load gets a module of its own, as in a worker.
  const url = new URL(module);
  url.search = `?load=${++imports}`;
  const exports = (await import(/* @vite-ignore */ url.href)) as Record<string, Constructor<T>>;
  const found = exports[name];
  if (found === undefined) throw new TypeError(`Cannot load "${name}": the module has no such export`);
  return found;
}

function createSink(callId: string, observer: ContractObserver): CallSink {
  return {
    progress: (report) => observer.progress?.(callId, report),
    usage: (delta) => observer.usage?.(callId, delta),
    account: (type, payload) => observer.account?.(callId, type, payload),
    log: (line) => observer.log?.(callId, line),
  };
}

function cancelled(scope: CallScope): CapabilityCancelledError {
  const reason = scope.cancelReason;
  return new CapabilityCancelledError(`Cannot give the result of call "${scope.id}": it was cancelled`, {
    callId: scope.id,
    reason,
  });
}
