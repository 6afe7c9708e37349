import type { Part } from '../../contract/part.js';
import type { FlowClock } from '../../contract/tool.js';
import { retryDelay, type StepPolicy } from './error-policy.js';
import { errorFacts } from '../report/error-facts.js';
import type { Quarantine } from './quarantine.js';
import { cancelled, isBreach, stepFailure, type FailureLocation } from './step-failure.js';
import type { StepRecord } from './step-record.js';
import type { StepScope } from './step-scope.js';

/** Handles one part in place; `false` takes it out of the stream. A promise only where the handler gave one. */
export type PartHandler = (part: Part, scope: StepScope) => boolean | Promise<boolean>;

export interface PartGateFacts {
  readonly handler: PartHandler;
  readonly record: StepRecord;
  readonly policy: StepPolicy;
  readonly quarantine: Quarantine;
  readonly document: string;
  readonly signal: AbortSignal;
  readonly clock: FlowClock;
  readonly random: () => number;
}

/** Runs one step on one part; skips quarantined blocks and applies the error policy. */
export class PartGate {
  readonly #facts: PartGateFacts;

  constructor(facts: PartGateFacts) {
    this.#facts = facts;
  }

  handle(part: Part, scope: StepScope): boolean | Promise<boolean> {
    const block = part.kind === 'block' ? part.block : undefined;
    if (this.#facts.signal.aborted) return Promise.reject(cancelled());
    if (block !== undefined && this.#facts.quarantine.has(block.id)) return true;
    scope.begin(block);
    try {
      const verdict = this.#facts.handler(part, scope);
      // The common case: a synchronous handler costs no promise.
      if (typeof verdict === 'boolean') return verdict;
      return verdict.catch((error: unknown) => this.#recover(part, scope, error));
    } catch (error) {
      return this.#recover(part, scope, error);
    }
  }

  /** Applies the error policy to a block that the tool itself gives up. */
  giveUp(block: string, error: unknown, scope: StepScope): void {
    this.#fallBack(block, scope, error);
    scope.keep();
  }

  async #recover(part: Part, scope: StepScope, thrown: unknown): Promise<boolean> {
    const { policy, signal, clock, random, handler } = this.#facts;
    let error = thrown;
    for (let attempt = 1; ; attempt += 1) {
      if (signal.aborted) throw cancelled();
      scope.forget();
      if (part.kind !== 'block') throw stepFailure(this.#place(), error);
      const delay = isBreach(error) ? undefined : retryDelay(policy, error, attempt, random);
      if (delay === undefined) return this.#fallBack(part.block.id, scope, error);
      await clock.sleep(delay, signal);
      try {
        return await handler(part, scope);
      } catch (next) {
        error = next;
      }
    }
  }

  #fallBack(block: string, scope: StepScope, error: unknown): true {
    const { record, policy, quarantine } = this.#facts;
    const then = isBreach(error) ? 'fail' : policy.then;
    const failure = stepFailure(this.#place(block), error);
    if (then === 'fail') throw failure;
    const facts = errorFacts(failure);
    const detail = { type: facts.type, ...(facts.code === undefined ? {} : { code: facts.code }) };
    if (then === 'skip') {
      scope.lose({ kind: 'block-skipped', detail });
      scope.later(() => (record.skipped += 1));
      return true;
    }
    scope.lose({ kind: 'block-quarantined', detail });
    scope.later(() => {
      const { node, tool } = record.step;
      record.failed += 1;
      quarantine.add(block);
      record.quarantine.push({
        document: this.#facts.document,
        block,
        node,
        tool,
        locales: record.locales,
        error: facts,
      });
    });
    return true;
  }

  #place(block?: string): FailureLocation {
    const { document, record } = this.#facts;
    return { document, node: record.step.node, tool: record.step.tool, block };
  }
}
