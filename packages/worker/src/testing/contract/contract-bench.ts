import { afterEach, test } from 'vitest';
import type { LogLine, ProgressReport, Usage } from '../../call/call-sink.js';
import type { ContractCapability, ContractOptions, ContractSubject } from '../contract-subject.js';

/** One report that a host received. */
export type ContractEvent =
  | ({ readonly kind: 'progress'; readonly callId: string } & ProgressReport)
  | { readonly kind: 'usage'; readonly callId: string; readonly delta: Usage }
  | { readonly kind: 'account'; readonly callId: string; readonly type: string; readonly payload: unknown }
  | ({ readonly kind: 'log'; readonly callId: string | undefined } & LogLine);

export type FixtureName = keyof typeof fixtures;

const fixtures = {
  ExampleCapability: 'example.mjs',
  BareCapability: 'bare.mjs',
  AsyncCapability: 'bare.mjs',
  HalfCapability: 'bare.mjs',
  DispatchCapability: 'dispatcher.mjs',
  ExtendedCapability: 'dispatcher.mjs',
  ChangedCapability: 'dispatcher.mjs',
  ProbeCapability: 'probe.mjs',
  EchoAdapter: 'probe.mjs',
  SlowImportCapability: 'slow-import.mjs',
} as const;

/** The fixtures are sources, also for users of the built package. */
const folder = new URL('../../../src/testing/fixture/', import.meta.url);

/** Shared state of the tests of one subject: loads fixtures, observes and closes them. */
export class ContractBench {
  readonly subject: ContractSubject;
  readonly #open: ContractCapability[] = [];

  constructor(subject: ContractSubject) {
    this.subject = subject;
    afterEach(async () => {
      await Promise.all(this.#open.splice(0).map((loaded) => loaded.close()));
    });
  }

  /** Defines one test of one requirement; skipped when the subject declares an exception. */
  proves(id: string, sentence: string, body: () => Promise<void>): void {
    const reason = this.subject.exceptions?.[id];
    const options: object = reason === undefined ? {} : { skip: true, meta: { skipReason: reason } };
    // oxlint-disable-next-line vitest/expect-expect -- the body is the caller's
    test(`${id}: ${sentence}`, options, body);
  }

  async load(name: FixtureName, options: Omit<ContractOptions, 'observer'> = {}): Promise<ObservedCapability> {
    const news: ContractEvent[] = [];
    const loaded = await this.subject.load(sourceOf(name), { ...options, observer: listener(news) });
    this.#open.push(loaded);
    return new ObservedCapability(loaded, news);
  }
}

export function sourceOf(name: FixtureName) {
  return { module: new URL(fixtures[name], folder), export: name };
}

function listener(news: ContractEvent[]): ContractOptions['observer'] {
  return {
    progress: (callId, report) => void news.push({ kind: 'progress', callId, ...report }),
    usage: (callId, delta) => void news.push({ kind: 'usage', callId, delta }),
    account: (callId, type, payload) => void news.push({ kind: 'account', callId, type, payload }),
    log: (callId, line) => void news.push({ kind: 'log', callId, ...line }),
  };
}

/** A loaded capability with all reports received from it. */
export class ObservedCapability {
  readonly loaded: ContractCapability;
  readonly news: readonly ContractEvent[];

  constructor(loaded: ContractCapability, news: readonly ContractEvent[]) {
    this.loaded = loaded;
    this.news = news;
  }

  get capability() {
    return this.loaded.capability;
  }

  action(action: string, named: object = {}, callId?: string): Promise<unknown> {
    return this.loaded.call({ op: 'action', action, named }, { callId });
  }

  /** Returns the events of a probe since the last call. */
  async events(): Promise<unknown[]> {
    const events = await this.action('events');
    return Array.isArray(events) ? events : [];
  }

  /** Waits until a call has begun, so that a cancel does not come before it. */
  async began(callId: string): Promise<void> {
    await waitUntil(async () => (await this.action('isHeld', { id: callId })) === true);
  }

  progress(callId: string): readonly ProgressReport[] {
    return this.news.filter((one) => one.kind === 'progress').filter((one) => one.callId === callId);
  }

  logs(): readonly string[] {
    return this.news.filter((one) => one.kind === 'log').map(({ message }) => message);
  }

  /** Returns the total usage of a call, or of all calls. */
  usage(callId?: string): Usage {
    const totals: Record<string, number> = {};
    for (const one of this.news) {
      if (one.kind !== 'usage' || (callId !== undefined && one.callId !== callId)) continue;
      for (const [unit, figure] of Object.entries(one.delta)) totals[unit] = (totals[unit] ?? 0) + figure;
    }
    return totals;
  }
}

/** Polls until a condition holds; fails after fifteen seconds. */
export async function waitUntil(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 15_000;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error('Cannot go on: what was waited for did not happen');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** Returns the error of a promise that must reject. */
export async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('Cannot read the failure: it did not fail');
}
