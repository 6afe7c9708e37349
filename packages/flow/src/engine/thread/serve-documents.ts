import type { Json } from '@helve/core';
import { setMaxListeners } from 'node:events';
import type { MessagePort } from 'node:worker_threads';
import type { Session } from '../../contract/store.js';
import type { CallPort, Resources } from '../../contract/tool.js';
import type { Vault } from '../../contract/vault.js';
import { FlowError } from '../../flow-errors.js';
import type { FlowDocument } from '../io/flow-io.js';
import { StepPace, type ProgressFacts, type ProgressKind } from '../report/progress.js';
import { runClock } from '../run-clock.js';
import { runDocument } from '../run-document.js';
import type { CallingStep, RunEnv, ToolFactoryPort } from '../run-env.js';
import type { PortRequest, FromThread, ThreadStart, ToThread } from './message.js';
import { serveThreadTasks } from './serve-thread-tasks.js';
import { createReply, waitForReply } from './shared-reply.js';

/** Tools and formats of a thread, loaded by itself. */
export interface ThreadSetup {
  readonly tools: ToolFactoryPort;
  /** Resources that each thread opens for itself; calls, the vault and the store stay with the main thread. */
  readonly resources?: Resources;
  /** The document at this place in the order of inputs. */
  document(index: number): FlowDocument | Promise<FlowDocument>;
  /** Closes what was opened for the run: the thread may be part of another. */
  close?(): Promise<void>;
}

/** Sets a thread up for a run. */
type SetUp = (data: Json) => ThreadSetup | Promise<ThreadSetup>;

/** Makes this thread one that runs documents, of one run after the other; called by the module that it is started with. */
export function serveDocuments(setUp: SetUp): void {
  serveThreadTasks((data, port) => new DocumentServer(port, setUp, data as ThreadStart).listen());
}

interface Asked {
  readonly resolve: (value: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

/** Serves one run in this thread. */
class DocumentServer {
  readonly #port: MessagePort;
  readonly #requests = new Map<number, Asked>();
  /** The documents under way, by their place. */
  readonly #underway = new Map<number, AbortController>();
  readonly #pace = new StepPace(() => performance.now());
  readonly #ready: Promise<{ readonly setup: ThreadSetup; readonly env: Omit<RunEnv, 'call'> }>;
  #lastAsked = 0;

  constructor(port: MessagePort, setUp: SetUp, start: ThreadStart) {
    this.#port = port;
    this.#ready = this.#start(setUp, start);
  }

  listen(): void {
    this.#port.on('message', (message: ToThread) => {
      if (message.kind === 'run') void this.#run(message.index);
      else if (message.kind === 'abort') this.#underway.get(message.index)?.abort();
      else this.#settle(message);
    });
    this.#port.on('close', () => void this.#ready.then(({ setup }) => setup.close?.()));
  }

  async #start(setUp: SetUp, start: ThreadStart): Promise<{ setup: ThreadSetup; env: Omit<RunEnv, 'call'> }> {
    const setup = await setUp(start.data);
    return { setup, env: this.#envOf(start, setup) };
  }

  async #run(index: number): Promise<void> {
    const stopping = new AbortController();
    // Any number of handlers may be at work, each with an ear for the signal.
    setMaxListeners(0, stopping.signal);
    this.#underway.set(index, stopping);
    const { setup, env } = await this.#ready;
    const document = await setup.document(index);
    const task = { index, session: this.#session(index), signal: stopping.signal };
    const call: RunEnv['call'] = (request, step) => this.#call(index, request, step);
    const result = await runDocument(document, task, { ...env, call });
    this.#underway.delete(index);
    this.#post({ kind: 'result', index, result });
  }

  #envOf({ plan, batches, spool, ...start }: ThreadStart, { tools, resources }: ThreadSetup): Omit<RunEnv, 'call'> {
    const { verifyStructure, enforceImmutability, writable } = start;
    const own = resources ?? { get: () => undefined };
    return {
      plan,
      tools,
      batches,
      spool: { ...spool },
      verifyStructure,
      enforceImmutability,
      writable,
      resources: start.hasVault ? { ...own, vault: this.#vault() } : own,
      clock: runClock,
      random: Math.random,
      barrier: {
        meet: (barrier, document, snapshot) =>
          this.#ask({ port: 'barrier', args: [barrier, document, snapshot] }) as Promise<readonly Json[]>,
      },
      progress: { report: (event, facts) => this.#tell(event, facts ?? {}) },
      trace: undefined,
      log: (line) => this.#post({ kind: 'log', line }),
    };
  }

  /** A message costs both sides more than a batch may: steps are thinned out here already. */
  #tell(event: ProgressKind, facts: ProgressFacts): void {
    if (this.#pace.admits(event)) this.#post({ kind: 'progress', event, facts });
  }

  /** The signal of the document is the same on the other side. */
  #call(document: number, request: Parameters<CallPort['call']>[0], step: CallingStep): ReturnType<CallPort['call']> {
    const { tool, input, idempotencyKey } = request;
    const key = idempotencyKey === undefined ? {} : { idempotencyKey };
    const asked = this.#ask({ port: 'call', document, request: { tool, input, ...key }, step });
    return asked as ReturnType<CallPort['call']>;
  }

  #vault(): Vault {
    const ask = (method: 'put' | 'get' | 'list', ...args: readonly unknown[]) =>
      this.#ask({ port: 'vault', method, args });
    return {
      tokenOf: (category, original) => {
        const reply = createReply();
        this.#post({ kind: 'ask', id: 0, ask: { port: 'token', args: [category, original], reply } });
        return waitForReply(reply);
      },
      put: (records) => ask('put', records) as Promise<void>,
      get: (scope, token) => ask('get', scope, token) as ReturnType<Vault['get']>,
      list: (scope) => ask('list', scope) as ReturnType<Vault['list']>,
      close: async () => undefined,
    };
  }

  /** The session of a document, which is open on the main thread. */
  #session(document: number): Session {
    const ask = (method: string, ...args: readonly unknown[]) => this.#ask({ port: 'session', document, method, args });
    const list = async function* <T>(method: string, ...args: readonly unknown[]): AsyncGenerator<T> {
      yield* (await ask(method, ...args)) as T[];
    };
    return {
      blocks: (filter) => list('blocks', filter),
      getBlock: (ref) => ask('getBlock', ref) as ReturnType<Session['getBlock']>,
      putBlock: (record) => ask('putBlock', record) as Promise<void>,
      removeBlock: (ref) => ask('removeBlock', ref) as Promise<void>,
      removeOverlay: (kind, ref) => ask('removeOverlay', kind, ref) as Promise<void>,
      getOverlay: (kind, ref) => ask('getOverlay', kind, ref) as ReturnType<Session['getOverlay']>,
      putOverlay: (kind, record) => ask('putOverlay', kind, record) as Promise<void>,
      listOverlays: (kind) => list('listOverlays', kind),
      cacheGet: (key) => ask('cacheGet', key) as ReturnType<Session['cacheGet']>,
      cachePut: (key, value) => ask('cachePut', key, value) as Promise<void>,
      commit: () => ask('commit') as Promise<number>,
      rollback: () => ask('rollback') as Promise<void>,
      close: () => ask('close') as Promise<void>,
    };
  }

  #ask(ask: PortRequest): Promise<unknown> {
    const id = (this.#lastAsked += 1);
    return new Promise((resolve, reject) => {
      this.#requests.set(id, { resolve, reject });
      this.#post({ kind: 'ask', id, ask });
    });
  }

  #settle({ id, value, error }: Extract<ToThread, { kind: 'answer' }>): void {
    const request = this.#requests.get(id);
    this.#requests.delete(id);
    if (error === undefined) request?.resolve(value);
    else request?.reject(new FlowError(error.type, error.message, { code: error.code, retryable: error.retryable }));
  }

  #post(message: FromThread): void {
    this.#port.postMessage(message, []);
  }
}
