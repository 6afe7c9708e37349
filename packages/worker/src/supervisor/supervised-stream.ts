import type { RemoteRequest } from '../proxy/remote-request.js';
import type { RemoteStream } from '../proxy/remote-stream.js';
import type { CallWatch } from './call-timeouts.js';
import {
  explainFailure,
  mayRepeat,
  remoteOptions,
  waitOptions,
  createWatch,
  type CallSurroundings,
  type SupervisedOptions,
} from './supervised-call.js';

const end: IteratorResult<never> = Object.freeze({ done: true, value: undefined });

export interface StreamHooks {
  /** Runs before the first pull: checks, and the wait for a permit. */
  readonly begin: () => Promise<void>;
  /** Runs once, however the stream ends. */
  readonly finish: (error?: Error) => void;
  /** Converts a value for the consumer. */
  readonly show: (value: unknown) => unknown;
  /** Converts an error for the consumer. */
  readonly explain: (error: Error) => Error;
}

/** A stream as a call: it begins with the first pull, and is sent again only while no chunk was delivered. */
export class SupervisedStream implements AsyncIterableIterator<unknown> {
  readonly #around: CallSurroundings;
  readonly #request: RemoteRequest;
  readonly #options: SupervisedOptions;
  readonly #hooks: StreamHooks;
  #remote: RemoteStream | undefined;
  #watch: CallWatch | undefined;
  #attempt = 0;
  #delivered = false;
  #began: Promise<void> | undefined;
  #over = false;

  constructor(around: CallSurroundings, request: RemoteRequest, options: SupervisedOptions, hooks: StreamHooks) {
    this.#around = around;
    this.#request = request;
    this.#options = options;
    this.#hooks = hooks;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<unknown>> {
    if (this.#over) return end;
    try {
      const remote = this.#remote ?? (await this.#open());
      if (this.#over) return end;
      const result = await remote.next();
      if (result.done === true) {
        this.#close();
        return result;
      }
      this.#delivered = true;
      return { done: false, value: this.#hooks.show(result.value) };
    } catch (error) {
      return this.#failed(error);
    }
  }

  async return(): Promise<IteratorResult<unknown>> {
    const remote = this.#remote;
    const begun = this.#began !== undefined;
    const wasOver = this.#over;
    this.#over = true;
    if (!wasOver && remote !== undefined) await remote.return();
    if (!wasOver && begun) this.#settle();
    return end;
  }

  async throw(error: unknown): Promise<IteratorResult<unknown>> {
    await this.return();
    throw error;
  }

  async #open(): Promise<RemoteStream> {
    await (this.#began ??= this.#hooks.begin());
    const { supervisor, clock, listener } = this.#around;
    const proxy = await supervisor.ready(waitOptions(this.#options, clock));
    this.#attempt += 1;
    listener.onAttempt?.(this.#attempt, proxy);
    const remote = proxy.stream(this.#request, remoteOptions(this.#options, this.#attempt, clock));
    this.#remote = remote;
    this.#watch = createWatch(remote, this.#options, clock);
    // The stream was closed while this one was being opened.
    if (this.#over) await remote.return();
    return remote;
  }

  async #failed(error: unknown): Promise<IteratorResult<unknown>> {
    if (this.#over) return end;
    const { watch, remote } = { watch: this.#watch, remote: this.#remote };
    const failure =
      watch === undefined || remote === undefined
        ? (error as Error)
        : await explainFailure(this.#around, error, watch, this.#options);
    if (
      remote !== undefined &&
      !this.#delivered &&
      !remote.hasInvoked &&
      mayRepeat(failure, this.#options, this.#attempt)
    ) {
      this.#letGo();
      this.#around.listener.onRetry?.(this.#attempt + 1, failure);
      return this.next();
    }
    this.#close(failure);
    throw this.#hooks.explain(failure);
  }

  #close(error?: Error): void {
    if (this.#over) return;
    this.#over = true;
    this.#settle(error);
  }

  #settle(error?: Error): void {
    this.#letGo();
    this.#hooks.finish(error);
  }

  #letGo(): void {
    this.#watch?.stop();
    if (this.#remote !== undefined) this.#around.listener.onUsage(this.#remote.usage);
    this.#remote = undefined;
    this.#watch = undefined;
  }
}
