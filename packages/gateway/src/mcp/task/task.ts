import { randomBytes } from 'node:crypto';
import type { CallToolResult, InputRequest, InputRequests } from '@modelcontextprotocol/server';

export const pollIntervalMs = 500;

export type TaskStatus = 'working' | 'input_required' | 'completed' | 'failed' | 'cancelled';

/** Facts about a task that every response contains. */
export interface TaskFacts {
  readonly taskId: string;
  readonly status: TaskStatus;
  readonly statusMessage?: string;
  readonly createdAt: string;
  readonly lastUpdatedAt: string;
  readonly ttlMs: number;
  readonly pollIntervalMs: number;
}

/** Facts about a task with its outcome or its open questions. */
export interface TaskDetails extends TaskFacts {
  readonly result?: CallToolResult;
  readonly error?: TaskError;
  readonly inputRequests?: InputRequests;
}

/** A failure of the protocol or of the host; what a tool foresaw is a result. */
export interface TaskError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** Listener for changes of a task. */
export type TaskListener = (change: 'status' | 'message') => void;

/** A call that goes on after it was answered: working ⇄ input_required ▸ completed | failed | cancelled. */
export class Task {
  readonly id: string;
  /** Owner of the call. */
  readonly owner: string;
  readonly #ttlMs: number;
  readonly #end = new AbortController();
  readonly #createdAt = new Date();
  #updatedAt = this.#createdAt;
  #status: TaskStatus = 'working';
  #message: string | undefined;
  #outcome: Pick<TaskDetails, 'result' | 'error'> = {};
  #waiting: Waiting | undefined;
  #asked = 0;
  readonly #listeners = new Set<TaskListener>();

  constructor(owner: string, ttlMs: number, id: string = randomBytes(16).toString('hex')) {
    this.id = id;
    this.owner = owner;
    this.#ttlMs = ttlMs;
  }

  /** Aborts when the task is cancelled. */
  get signal(): AbortSignal {
    return this.#end.signal;
  }

  get over(): boolean {
    return this.#status !== 'working' && this.#status !== 'input_required';
  }

  /** Calls back on every change of status or message, until the returned function is called. */
  subscribe(listener: TaskListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Time from which on it can be deleted. */
  get expiresAtMs(): number {
    return this.#updatedAt.getTime() + this.#ttlMs;
  }

  facts(): TaskFacts {
    return {
      taskId: this.id,
      status: this.#status,
      ...(this.#message === undefined ? {} : { statusMessage: this.#message }),
      createdAt: this.#createdAt.toISOString(),
      lastUpdatedAt: this.#updatedAt.toISOString(),
      ttlMs: this.#ttlMs,
      pollIntervalMs,
    };
  }

  details(): TaskDetails {
    const waiting = this.#status === 'input_required' ? this.#waiting : undefined;
    return {
      ...this.facts(),
      ...this.#outcome,
      ...(waiting === undefined ? {} : { inputRequests: Object.fromEntries(waiting.open) }),
    };
  }

  setMessage(message: string): void {
    if (this.over) return;
    this.#message = message;
    this.#update('message');
  }

  /** Waits until every question has an answer; a cancelled task never resolves. */
  ask(requests: InputRequests): Promise<Readonly<Record<string, unknown>>> {
    return new Promise((resolve) => {
      if (this.over) return;
      // A key means one question for as long as the task lives.
      this.#asked += 1;
      const open = new Map<string, InputRequest>();
      const names = new Map<string, string>();
      for (const [name, request] of Object.entries(requests)) {
        const key = `${this.#asked}-${name}`;
        open.set(key, request);
        names.set(key, name);
      }
      this.#waiting = { open, names, answers: {}, resolve };
      this.#to('input_required');
    });
  }

  /** Takes answers; those to questions that nobody asked are ignored. */
  answer(responses: Readonly<Record<string, unknown>>): void {
    const waiting = this.#waiting;
    if (this.#status !== 'input_required' || waiting === undefined) return;
    for (const [key, response] of Object.entries(responses)) {
      const name = waiting.names.get(key);
      if (name === undefined || !waiting.open.delete(key)) continue;
      waiting.answers[name] = response;
    }
    if (waiting.open.size > 0) return;
    this.#to('working');
    waiting.resolve(waiting.answers);
  }

  complete(result: CallToolResult): void {
    this.#finish('completed', { result });
  }

  fail(error: TaskError): void {
    this.#finish('failed', { error });
  }

  cancel(): void {
    if (this.over) return;
    this.#finish('cancelled', {});
    this.#end.abort(new Error('The task was cancelled'));
  }

  #finish(status: TaskStatus, outcome: Pick<TaskDetails, 'result' | 'error'>): void {
    if (this.over) return;
    this.#outcome = outcome;
    this.#to(status);
  }

  #to(status: TaskStatus): void {
    this.#status = status;
    this.#update('status');
  }

  #update(change: 'status' | 'message'): void {
    this.#updatedAt = new Date();
    for (const listener of this.#listeners) listener(change);
  }
}

interface Waiting {
  readonly open: Map<string, InputRequest>;
  /** Name of each question in the tool. */
  readonly names: ReadonlyMap<string, string>;
  readonly answers: Record<string, unknown>;
  readonly resolve: (answers: Readonly<Record<string, unknown>>) => void;
}
